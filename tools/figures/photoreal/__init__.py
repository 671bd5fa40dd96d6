"""Throws as another renderer shows them: a check of both of the project's own.

For worm and brown dice there is no real photo, and the nets have learned from both renderers of
the project. Blender's path tracer shares nothing with them: not a line of code, no table, no lamp,
and no drawing but the five of our own Junior dice. The dice fall by its own physics, so that those
that lean do so because they fell that way.
"""
