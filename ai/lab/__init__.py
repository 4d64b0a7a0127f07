"""The laboratory: what measures, tunes and trains the bots, and tries the engine.

The program `tonk-lab` is its door (`ai/lab/README.md`). The game knows nothing of it, and the
standalone program is made without it.
"""
