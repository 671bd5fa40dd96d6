"""Blender's part cannot be imported outside Blender."""

collect_ignore = ["blender"]
