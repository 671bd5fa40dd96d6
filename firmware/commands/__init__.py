"""The commands of `grillside`, each loaded when it runs."""
