"""Puts a whole box together: devices, match and page."""
