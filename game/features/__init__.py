"""What a player does beside the table: a folder each with its model, its page and its words."""
