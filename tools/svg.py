"""Writes small SVG pictures that are legible on light and dark pages."""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Literal

PAPER, INK, FAINT, GRID = "#fcfbf8", "#23262b", "#6a6f78", "#dedcd5"
TEAL, GREY, RED, BLUE, AMBER = "#1f8a7a", "#b9b6ad", "#c8372d", "#33658a", "#c98a1b"
FONT = "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

Anchor = Literal["start", "middle", "end"]


@dataclass
class Sheet:
    """A panel of this size in units; y runs down."""

    width: float
    height: float
    title: str
    parts: list[str] = field(default_factory=list)

    def rect(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle; nothing if its width is negative."""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" '
            f'fill="{fill}"/>'
        )

    def line(
        self,
        *points: tuple[float, float],
        colour: str = GRID,
        width: float = 1,
        dashed: bool = False,
    ) -> None:
        """A line through these points."""
        dash = ' stroke-dasharray="4 4"' if dashed else ""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}"{dash}/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """A point with a border, to stand out."""
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{PAPER}" '
            f'stroke-width="1.5"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 12,
        colour: str = INK,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def outline(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        edge: str = INK,
        radius: float = 0,
        stroke: float = 1.5,
        dashed: bool = False,
    ) -> None:
        """A rectangle with an edge, its corners round where a radius is given."""
        dash = ' stroke-dasharray="7 5"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'rx="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="{stroke:g}"{dash}/>'
        )

    def ring(
        self, x: float, y: float, radius: float, *, fill: str = "none", edge: str = INK
    ) -> None:
        """A circle with an edge."""
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="1.5"/>'
        )

    def area(self, *points: tuple[float, float], fill: str, edge: str = "none") -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def heading(self, x: float, y: float, below: str = "") -> None:
        """The title, and a line of smaller words below it."""
        self.text(x, y, self.title, size=15, bold=True)
        if below:
            self.text(x, y + 18, below, colour=FAINT)

    def legend(self, x: float, y: float, *entries: tuple[str, str]) -> None:
        """Colours and what they mean, side by side."""
        for colour, words in entries:
            self.rect(x, y - 9, 11, 11, colour)
            self.text(x + 17, y, words, colour=FAINT)
            x += 17 + 6.4 * len(words) + 18

    def written(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" font-family="{FONT}" role="img">'
        )
        panel = f'<rect width="{self.width:g}" height="{self.height:g}" rx="8" fill="{PAPER}"/>'
        return "\n".join(
            [head, f"<title>{escape(self.title)}</title>", panel, *self.parts, "</svg>", ""]
        )

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.written(), encoding="utf-8")
