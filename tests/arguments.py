"""Command lines of the checks that take whole numbers alone."""

import argparse
from collections.abc import Callable
from inspect import Parameter, signature


def numbers_given(main: Callable[..., object], about: str | None) -> list[int]:
    """Return the numbers of the command line that are the parameters of ``main``, by position.

    Those left out have their defaults. ``--help`` prints ``about``, the docstring of the module.
    """
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=about, formatter_class=form)
    for name, parameter in signature(main).parameters.items():
        if parameter.default is Parameter.empty:
            parser.add_argument(name, metavar=name.upper(), type=int)
        else:
            usual = parameter.default
            parser.add_argument(name, metavar=name.upper(), type=int, nargs="?", default=usual)
    return list(vars(parser.parse_args()).values())
