"""Hands looked at move by move, and single decisions of them."""
