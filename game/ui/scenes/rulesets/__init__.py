"""Rule sets on screen: choosing one, making one's own, and telling what is different at a table."""
