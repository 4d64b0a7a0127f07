"""Fonts, sounds and icons; a package, so that they are found wherever the game is installed."""

__tonk__ = True
