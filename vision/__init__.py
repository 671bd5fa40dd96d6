"""A picture in, dice faces with confidence out. Knows no game and no device."""
