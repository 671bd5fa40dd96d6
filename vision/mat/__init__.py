"""The printed mat: its sheet, and its position before the camera."""
