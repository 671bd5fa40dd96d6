"""Throws drawn by an independent renderer, to check both renderers of the project.

There are no real photos of worm dice and brown dice, and the nets have learned from both renderers
of the project. Blender's path tracer shares nothing with them: no code, no table, no lamp, and no
drawings except the five of our own Junior dice. The dice fall by its own physics, so that leaning
ones really fell that way.
"""
