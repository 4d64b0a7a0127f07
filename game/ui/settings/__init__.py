"""Settings, shortcuts, the player's name and face, importing backups."""
