"""When to drop: worked out for the rules in force, by playing hands out and asking what paid."""
