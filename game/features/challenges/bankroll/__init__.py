"""Money that lasts from session to session."""
