"""Settings, shortcuts, the player's name and face, bringing in a backup."""
