"""Fonts, sounds and icons, as a package so that an installed game can find them."""

__tonk__ = True
