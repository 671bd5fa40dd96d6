"""The nets that came out of training, one for each game."""
