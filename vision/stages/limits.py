"""Every limit of the reader that was set by hand, each with its reason.

`tools/figures/ablation.py` measures what each brings. Chances and shapes that the nets and
`calibrate` learned are not here, nor how pictures are cut for the nets (`finder`, `looker`) and how
the table's pose is searched for (`table_pose`).
"""

# How sure the reader must be.
SURE = 0.95
"""A die is accepted from this confidence on; dice below are often prints."""
A_DIE = 0.5
"""A place counts as a die if it is likelier one than not."""
MAYBE = 0.1
"""A place may be an unreadable die from this chance on, which is a doubt. The finder tells of no
place below it, and a place that does not lie level counts this much.
"""
MAYBE_UNCOUNTED = 0.03
"""The same without a count, since nothing else reveals a missed die."""
HARDLY = 0.01
"""What is less likely is ignored: places not worth a second look, and counts that do not fit."""
BELIEVED = 0.65
"""If the finder believes this much in a die that the look does not see, the nets disagree, which is
a doubt without a count.
"""
CLEAR = 0.975
"""A look this sure of its answer needs no second one."""
STRANGE = 0.9
"""A face that is not in the set is a doubt from this chance on: prints show such faces too."""

# What hides a face.
COVERED, GLARE = 0.1, 0.05
"""Something covers a die, or light glares on it, if its look says so by this much. Pips may be gone
before it is sure.
"""
PRINT = 0.7
"""Pips and drawings lie within this part of a top; the picture may cut what is beyond."""
DARK, DARK_DICE = 40, 80
"""A picture without dice is too dark if its brightest parts are darker than the first (of 255), one
with dice if those of every top are darker than the second: brown dice have light pips.
"""
BLURRED = 0.22
"""A picture is blurred if the steps from dark to light around most dice are wider than this part of
an edge. Pips can be counted a little longer, but not reliably.
"""

# What is a die of its own.
SMALLEST, LARGEST = 0.6, 1.6
"""A die is between these multiples of another or of a usual die, wherever it lies."""
NEIGHBOURS, TOUCHING = 1.7, 1.4
"""Distances in half edges. Tops of dice that touch are two apart; a place nearer than the first is
a side of the same die, but of two that both lie level only one nearer than the second.
"""
FOLDED, TOWARD = 2.6, 0.5
"""A place nearer than the first may be a side of a top that points to it, for at least the second
part of the distance. If both point to each other, they are one die: two tops never do.
"""
CUT, CUT_BELIEVED = 0.3, 0.2
"""A place is a cut die if it lies outside the picture by more than this part of an edge, and the
finder believes in it this much when it sees beyond the margin.
"""

# What leans.
LEVEL = 1.6
"""A die leans, or is a side, if it is this many tolerances off from level."""
ALONE = 0.6
"""The same for a single die, which is compared with the tilt that suits it best."""
SEEMS = 0.8
"""Added to that distance if a look is sure that a die leans."""
ENOUGH = 4
"""This many dice show well how the table lies; with fewer, an earlier throw helps."""
UNSTEADY = 0.28
"""A single die on an unknown table leans if its wide view says so by this much; if other dice or an
earlier throw tell too, the view must be sure.
"""

# Taught drawings.
UNLIKE = 4.0
"""Drawings this many times farther from a known one than allowed count as equally unlike."""
LOOKED_WELL = 0.8
"""The limit for the nearest of several looks at a taught drawing, which hardly ever exceeds it."""
APART = 35.0
"""Faces nearer to each other are hard to distinguish: one look of fifty takes one for the other."""
