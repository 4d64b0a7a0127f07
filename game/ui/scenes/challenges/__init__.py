"""Reasons to come back: the daily deal, goals, a season, a bankroll."""
