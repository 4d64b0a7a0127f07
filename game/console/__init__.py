"""Code shared by the programs `tonk` and `tonk-lab`: running, parsing, output."""
