"""The version of the game: packaging reads it, the program prints it."""

__version__ = "1.0.0"
