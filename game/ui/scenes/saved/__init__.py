"""The list of all hands that were played, from which each can be looked at again."""
