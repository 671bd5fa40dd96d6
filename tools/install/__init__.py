"""Tries the installer in trees of whole systems: `make trees`."""
