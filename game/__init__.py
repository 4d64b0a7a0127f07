"""Tonk: the rules, the session around a hand, and the table on the screen."""

__tonk__ = True
