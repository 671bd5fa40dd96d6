"""Pictures of every screen, in every language."""
