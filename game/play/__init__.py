"""A session as it is played, without a screen: deals, turns, money, opponents, the journal."""
