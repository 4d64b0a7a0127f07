"""The coach: estimates of what each legal action is worth, with their standard errors.

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

``view`` is the seat's view at its decision (``game.rules.view.view`` or ``ClaimWindow.view``), and
the only input: permuting hidden cards changes nothing. There is no clock: results depend on view,
seed and the number of play-outs, on every machine, with any number of threads. ``opinion`` is a
strong player's prior (``ai.master.search.opinion``): it helps to choose the best action, and
changes no value by itself. ``player`` is the policy of all seats in play-outs (``ai.players``), by
default ``QUICK``, which is as strong as Expert. Where its play-outs and the opinion differ, a
``stronger`` player (``ai.master.search.MASTERS``) plays out the two actions in question again, and
corrects their difference in value. Callers that must not block use ``ai.consulting``, which runs
the coach in its own process.

Worlds are sampled, weighted by the others' moves, and played out in the kernel (``rollout.c``);
without it the coach raises ``KernelError``. ``worlds`` passes the kernel what a seat has seen;
``evaluator`` compares the actions; ``reasons`` says why the best is best (``reason_for``; its
sentence: ``game.ui.text.hint_reasons``); ``hand_review`` reviews a finished hand; ``drills`` makes
practice questions.
"""
