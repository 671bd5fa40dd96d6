"""A game in progress, without words or devices: `Match`, and those who listen to it."""
