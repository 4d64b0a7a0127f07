"""The basis of all pages: their frame, messages, text entry, counting in the background."""
