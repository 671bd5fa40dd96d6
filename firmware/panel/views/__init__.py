"""Views that all games share."""
