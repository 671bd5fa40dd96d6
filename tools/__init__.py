"""Draws pictures and measures figures for the documents. For developers; not installed."""
