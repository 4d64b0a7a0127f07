"""Learning to play in two minutes."""
