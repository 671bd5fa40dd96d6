"""Files: pictures, videos and taught dice."""
