"""A picture of every screen of the panel, in every language."""
