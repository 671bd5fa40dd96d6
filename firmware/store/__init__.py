"""Files that survive a power cut: games, settings, boxes, taught dice."""
