"""Hands replayed move by move, and single decisions of them."""
