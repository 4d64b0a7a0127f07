"""The offline trainer of the strongest opponent, and what holds it against the game itself."""
