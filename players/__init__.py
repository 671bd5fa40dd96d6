"""Players for the seats that the box plays, and what a position is worth.

Pure like the rules: no clock, no files but the nets that come with it, and chance is passed in.
`Mind` weighs the choices of any position; `arena` lets levels play against each other.
"""

from players.mind import Mind
from players.weighing import Choice, Level, Stop, Weighed, never

__all__ = ["Choice", "Level", "Mind", "Stop", "Weighed", "never"]
