"""What a rule set does: hands played by bots under it, and figures with their errors."""
