"""Getting better: practice, drills, reviews, learning from mistakes."""
