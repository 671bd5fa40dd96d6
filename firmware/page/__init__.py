"""The table's page in a browser: the simulated table, and the companion on a phone."""
