"""The installer: what it says and edits."""
