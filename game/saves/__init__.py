"""What a player keeps: the database and its files, settings, rule sets, reviews, backups."""
