"""Text from outside made fit for one line on a screen or a terminal."""


def printable(text: str, most: int = 0) -> str:
    """``text`` without what moves a cursor or cannot be printed; cut at ``most`` if given."""
    safe = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return safe if not most or len(safe) <= most else safe[: most - 1] + "…"
