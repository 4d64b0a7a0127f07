"""The pages that lead to everything else, and the first lesson."""
