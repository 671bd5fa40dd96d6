"""A picture of every screen, in every language."""
