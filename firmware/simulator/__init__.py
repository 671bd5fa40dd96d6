"""The table without a Pi: simulated dice, camera and buttons."""
