"""The small display and its buttons: what each view shows, and what each press does."""
