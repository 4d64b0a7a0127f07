"""The laboratory, which measures, tunes and trains the bots, and tests the engine.

It is run as `tonk-lab` (see `ai/lab/README.md`). The game does not depend on it, and the standalone
program does not include it.
"""
