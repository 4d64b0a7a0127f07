"""Questions to practise by."""
