"""A session of hands without a screen: seats, stakes, the rotating deal, and what is kept."""
