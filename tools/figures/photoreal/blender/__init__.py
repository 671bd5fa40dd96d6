"""Runs in Blender's own Python, which alone has the module bpy."""
