"""Scripts and a trainer that make the bots' weights and tables; not shipped with the game."""
