"""Runs a table with its devices: one loop, one queue, one worker."""
