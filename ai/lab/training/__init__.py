"""How the weights and tables of the bots are made; not shipped with the game."""
