"""The stages of reading one picture, from the places of dice to the accepted reading."""
