"""The one place that holds the version: packaging reads it, the program prints it."""

__version__ = "1.0.0"
