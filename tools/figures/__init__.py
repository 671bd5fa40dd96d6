"""Measures the reader's accuracy on photos and renders, for `make bench`."""
