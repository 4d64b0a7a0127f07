"""The real window: a game in a process of its own, the hands on it, and what its screen shows."""
