"""Every key of a rule set, one row each, by the groups of RULES.md §4: what it may hold, and what a
player is told about it. ``game.rules.options`` puts them together.
"""
