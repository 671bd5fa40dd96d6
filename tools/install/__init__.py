"""Tests the installer in root file systems of whole systems: `make trees`."""
