"""Records of what was played."""
