"""A hand gone through by the coach."""
