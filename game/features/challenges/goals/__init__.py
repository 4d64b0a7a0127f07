"""What a player may set out to do."""
