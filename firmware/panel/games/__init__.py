"""The views that one game has of its own."""
