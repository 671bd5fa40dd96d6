"""What stands on the panel: kinds of screens, and how each is drawn."""
