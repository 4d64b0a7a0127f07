"""Tests that take minutes to hours, run by hand; each has a short form in the suite."""
