"""The rules of Tonk, pure: no clock, randomness, files or screen."""
