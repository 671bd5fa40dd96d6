"""The real devices, each behind a port, with a stand-in for each that needs no Pi."""
