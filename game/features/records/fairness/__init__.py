"""Tests of the dealer's fairness, and that no opponent peeks."""
