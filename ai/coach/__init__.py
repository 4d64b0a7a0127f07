"""The coach: what each thing that a seat may do is worth, with how sure that is.

>>> from ai.coach.evaluator import estimate, evaluate
>>> from game.rules.cards import shuffled
>>> from game.rules.hand import Hand
>>> from game.rules.presets import STANDARD
>>> from game.rules.view import view
>>> hand = Hand.deal(STANDARD, seats=2, dealer=1, deck=shuffled(STANDARD.pack(), seed="0" * 64))
>>> seen = view(hand, seat=0)
>>> for found in evaluate(seen, seed=1):  # an Estimate that grows better, without end
...     if found.precision <= 0.1:
...         break
>>> found = estimate(seen, seed=1, playouts=1000)  # the first of them with so many play-outs
>>> found.best.action, round(found.best.value, 2), round(found.best.error, 2)  # in stakes
(Draw(), -0.04, 0.03)
>>> round(found.lead, 2), found.is_close  # against the next best
(0.24, False)
>>> round(found.best.chance("win"), 2)  # or "caught", "tonk", "stockout"
0.48

``view`` is what the seat sees as it is asked (``game.rules.view.view`` or ``Window.view``), and all
that is used: permuting what it cannot see changes nothing. Nothing here has a clock: what is found
follows from view, seed and the number of play-outs, on every machine, by one thread or several.
``opinion`` is what a strong player thinks beforehand (``ai.master.search.opinion``): it helps to
name the best, and changes no value. ``player`` says how all seats play on (``ai.players``); nobody
named means ``QUICK``, who is as strong as Expert. Who must not wait asks ``ai.consulting``, which
runs all this in a process of its own.

Worlds are drawn, weighed by what the others did, and played out in the kernel (``rollout.c``);
without it all of this raises ``KernelError``. ``worlds`` tells the kernel what a seat has seen;
``evaluator`` races the actions against each other; ``facts`` says why the best is the best
(``fact(view, found)``; its sentence: ``game.ui.text.hint_reasons``); ``review`` goes through a hand
afterwards; ``drills`` makes questions to practise by.
"""
