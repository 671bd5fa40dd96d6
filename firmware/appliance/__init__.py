"""Puts a whole box together: its devices, its table and its page."""
