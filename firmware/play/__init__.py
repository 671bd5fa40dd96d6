"""A game in progress, without words or devices."""
