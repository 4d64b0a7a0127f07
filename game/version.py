"""The one place that holds the version: packaging reads it, the program prints it."""

__version__ = "0.1.0"
