"""How well the reader reads: measured on photos and renders, and printed by `make bench`."""
