"""Practice: a hand that may be taken back, set up, and played on from."""
