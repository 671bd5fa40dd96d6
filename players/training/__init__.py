"""Training of the nets by self-play. A box never needs it; `make players` repeats it."""
