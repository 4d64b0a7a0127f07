"""Bots against bots on mirrored deals: who is stronger, by how much, and how sure that is."""
