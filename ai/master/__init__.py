"""The strongest opponent: a small network, trained by playing against itself."""
