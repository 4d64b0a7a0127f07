"""A session on screen: the table, hints, what comes between hands, sitting down, scores."""
