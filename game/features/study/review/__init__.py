"""The coach's review of a hand."""
