"""The first lesson: two short hands at the real table, with a coach beside it."""
