"""House rules by family: each file turns the values of some keys into functions.

A family either decides one thing (``catches``: who pays a caught drop) or hooks into moments of
play (``waits``: what a spread or a hit adds to a seat's wait). ``game.rules.bound`` asks every
family once, when a rule set is bound; rules that are off leave nothing behind.
"""
