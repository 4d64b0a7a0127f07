"""The rules of Tonk: pure, without clock, dice, files or screen."""
