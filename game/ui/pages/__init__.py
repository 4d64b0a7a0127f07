"""What all pages are made of: their frame, messages, text entry, counting in the background."""
