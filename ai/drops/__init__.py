"""Drop thresholds, computed for the rules in force from simulated hands."""
