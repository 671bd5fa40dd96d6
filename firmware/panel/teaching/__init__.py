"""Views for teaching new dice."""
