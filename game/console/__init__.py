"""What the programs `tonk` and `tonk-lab` share: their run, their parsers, what they print."""
