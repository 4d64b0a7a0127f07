"""The rules over bit boards, for bots that play thousands of hands: quick, and hard to read.

``game.rules`` says what the rules are; the tests play both side by side, and they do not differ.
A set of cards is one int here (``pack``). Actions, views, results and spreads on the table are the
values of ``game.rules``.
"""
