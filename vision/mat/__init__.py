"""The printed mat: its sheet, and where it lies before the camera."""
