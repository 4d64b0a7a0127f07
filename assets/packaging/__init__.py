"""Makes the packages: `python -m assets.packaging --help` lists what it can make."""
