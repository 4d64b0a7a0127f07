"""Sessions on screen: the table, hints, pages between hands, sitting down, scores."""
