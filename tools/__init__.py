"""Draws and measures for the documents. For developers: nothing of it is installed."""
