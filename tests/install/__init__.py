"""The installer: what it says and edits, and, in trees of whole systems, what it does."""
