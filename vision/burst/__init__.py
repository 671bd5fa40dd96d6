"""Pictures that follow each other: whether something moves, and one reading of several."""
