"""Whole hands told step by step, and counts of what can follow: kept, compared, reviewed."""
