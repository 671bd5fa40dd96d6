"""Every word that players see: sentences for all surfaces, phrases for the panel, languages."""
