"""Real devices, each behind a port, and one of each kind that needs no Pi."""
