"""A whole game in the terminal, for tables without camera and panel."""
