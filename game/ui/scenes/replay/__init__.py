"""Played hands, looked at again: the table, its controls, the menu over it."""
