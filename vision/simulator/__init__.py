"""The simulated camera: `scene` renders throws; the other modules are its parts.

Lengths are millimetres, the table is the plane z = 0, x runs right, y away and z up. Colours are
blue, green, red. Light is linear between 0 and 1; pictures hold its square root, so that light on
a surface multiplies and sensor noise is even, without a table of gamma.
"""
