"""Rule sets on screen: chosen, read, edited, shared, explored."""
