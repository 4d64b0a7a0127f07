"""A second referee, slow and plain: the rules of the game written down once more.

It shares with the engine only the values at the edges (rule sets, actions, results' words). Cards
are texts in lists; nothing is remembered that can be counted again. Where it and the engine
disagree, one of them is wrong.
"""
