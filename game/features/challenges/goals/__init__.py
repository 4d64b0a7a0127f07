"""Goals for the player."""
