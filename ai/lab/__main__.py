"""Entry point of `python -m ai.lab`."""

from ai.lab.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
