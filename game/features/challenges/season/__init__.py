"""A season of matches against opponents who remember the player."""
