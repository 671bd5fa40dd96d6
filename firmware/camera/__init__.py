"""Camera drivers, the throw zone, the mat, motion, and reading dice from frames."""
