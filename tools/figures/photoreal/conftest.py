"""Excludes Blender's part, which cannot be imported outside Blender."""

collect_ignore = ["blender"]
