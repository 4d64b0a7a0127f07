"""The table on screen: where things lie, how they move, what a hand on the mouse means."""
