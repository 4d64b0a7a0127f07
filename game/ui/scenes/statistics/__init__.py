"""What all hands add up to: figures, a curve, and lists by rules, by opponent and by ending."""
