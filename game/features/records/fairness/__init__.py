"""Whether the dealer is fair, and no opponent peeks."""
