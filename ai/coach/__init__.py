"""The coach: what each thing that a seat may do is worth, with how sure that is.

    from ai.coach.evaluator import estimate, evaluate

    for found in evaluate(view, seed):              # an Estimate that grows better, without end
        if found.precision <= 0.05 or clock() > limit:
            break
    found = estimate(view, seed, playouts=10_000)   # the same, stopped here by its own measure

    found.best.action, found.best.value, found.best.error    # values are in stakes
    found.lead, found.lead_error, found.is_close             # against the next best
    found.best.chance("win")                                 # or caught, tonk, stockout

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
