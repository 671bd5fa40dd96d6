"""The page: the table in a browser."""
