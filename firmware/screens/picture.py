"""Pictures of the panel as it looks on the table, for the documents."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

_GLASS = (6, 9, 16)
_LIT = (206, 236, 255)
_BEZEL = (36, 38, 44)

_SHORTEST = 0.02
"""Seconds; viewers of GIFs slow down what is shorter."""


def picture(image: Image.Image, scale: int = 4, bezel: int = 3) -> Image.Image:
    """The panel enlarged, light blue on black, `bezel` of its pixels as a frame around it."""
    glass = Image.new("P", (image.width + 2 * bezel, image.height + 2 * bezel), 2)
    glass.putpalette([*_GLASS, *_LIT, *_BEZEL])
    glass.paste(0, (bezel - 1, bezel - 1, glass.width - bezel + 1, glass.height - bezel + 1))
    glass.paste(1, (bezel, bezel), image.convert("1"))
    return glass.resize((glass.width * scale, glass.height * scale), Image.Resampling.NEAREST)


def save_picture(image: Image.Image, path: Path, scale: int = 4) -> None:
    """Write it as a PNG, the same bytes for the same picture. `OSError` as it comes."""
    picture(image, scale).save(path, "PNG", optimize=True)


def save_animation(
    pictures: Sequence[tuple[Image.Image, float]], path: Path, scale: int = 4
) -> None:
    """Write pictures, each with the seconds it stands, as a GIF that goes on for ever.

    Without pictures nothing is written. `OSError` as it comes.
    """
    frames = [picture(image, scale) for image, _ in pictures]
    if not frames:
        return
    frames[0].save(
        path,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[round(1000 * max(seconds, _SHORTEST)) for _, seconds in pictures],
        loop=0,
    )
