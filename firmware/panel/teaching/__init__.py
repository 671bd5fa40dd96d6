"""Teaching new dice with the buttons."""
