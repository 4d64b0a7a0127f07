"""The player's own mistakes, asked again."""
