"""Challenges, all counted from the saved hands."""
