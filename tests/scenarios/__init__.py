"""Hands told in text, each for the sake of a rule. README.md says how they are written."""
