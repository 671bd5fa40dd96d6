"""Draws the pictures and tables of docs/build/: `python -m tools.box`."""
