"""Checks every part of the box without a game, and says what to do."""
