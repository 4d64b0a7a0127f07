"""Exploration of a rule set: hands played by bots, and figures with their errors."""
