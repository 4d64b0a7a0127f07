"""The coach: what each thing that a seat may do is worth, with how sure that is.

    from ai.coach.evaluator import estimate, evaluate

    for found in evaluate(view, seed):              # an Estimate that grows better, without end
        if found.precision <= 0.05 or clock() > limit:
            break
    found = estimate(view, seed, playouts=1000)     # the same, stopped here by its own measure

    found.best.action, found.best.value, found.best.error    # values are in stakes
    found.lead, found.lead_error, found.is_close             # against the next best
    found.best.chance("win")                                 # or caught, tonk, stockout

``view`` is what the seat sees as it is asked (``game.rules.view.view`` or ``Window.view``), and all
that is used: permuting what it cannot see changes nothing. Nothing here has a clock: what is
found follows from view, seed and the number of play-outs. Small endings are counted out: then
``found.is_exact``, and all errors are 0. ``opinion`` is what a strong player thinks beforehand
(``ai.master.search.opinion``): it helps to name the best, and changes no value. ``policy`` says how
all seats play on: ``ai.registry.make_policy("master", rules, seats)`` makes one of any opponent,
none means the quick player, which is as strong as Expert. Who must not wait asks
``ai.consulting``, which runs all this in a process of its own.

``quick`` is that player; ``rollout`` plays hands on to the end; ``worlds`` draws what may lie
hidden, and weighs it by what the others did; ``endings`` counts out what is small; ``evaluator``
races the actions against each other; ``facts`` says why the best is the best
(``fact(view, found)``; its sentence: ``game.ui.text.coaching``); ``review`` goes through a hand
afterwards.
"""
