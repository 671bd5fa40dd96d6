"""The views that all games share."""
