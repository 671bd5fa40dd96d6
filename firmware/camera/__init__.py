"""From frames to readings: cameras, throw zone, mat, motion."""
