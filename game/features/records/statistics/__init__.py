"""Counts of the saved hands."""
