"""What reviewed hands say of a player: habits, luck, level."""
