"""The kinds of screens on the panel, and how each is drawn."""
