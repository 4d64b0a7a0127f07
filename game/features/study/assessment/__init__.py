"""An assessment of the player from reviewed hands: habits, luck, level."""
