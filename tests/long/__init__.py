"""What takes hours: commands that are run by hand, each with a short form among the tests."""
