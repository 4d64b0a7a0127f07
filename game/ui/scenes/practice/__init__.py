"""The practice table, and the pages that lead there."""
