"""Every text for players: sentences for all surfaces, phrases for the panel, languages."""
