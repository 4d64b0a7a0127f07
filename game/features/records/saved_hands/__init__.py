"""The list of saved hands."""
