"""Build the packages: `python -m assets.packaging --help` lists them."""
