"""Matches between bots on mirrored deals: who is stronger, by how much, and how certainly."""
