"""Rule sets on screen: choosing, reading, editing, sharing and exploring them."""
