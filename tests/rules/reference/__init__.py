"""A reference referee, slow and simple: a second, independent implementation of the rules.

It shares with the engine only the values at the edges (rule sets, actions, words of results). Cards
are strings in lists; nothing is cached that can be computed again. Where it and the engine
disagree, one of them is wrong.
"""
