"""Practice: a hand that may be set up, taken back and continued."""
