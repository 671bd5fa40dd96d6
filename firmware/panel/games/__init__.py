"""Views for one game or family of games."""
