"""The daily deal, the same for everybody."""
