"""Pictures of the panel as it looks on the table, for the documentation."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

_GLASS = (6, 9, 16)
_LIT = (206, 236, 255)
_BEZEL = (36, 38, 44)

_SHORTEST = 0.02
"""Seconds; viewers slow down GIFs with shorter ones."""


def picture(image: Image.Image, scale: int = 4, bezel: int = 3) -> Image.Image:
    """Return the panel enlarged, light blue on black, with a frame of `bezel` pixels."""
    glass = Image.new("P", (image.width + 2 * bezel, image.height + 2 * bezel), 2)
    glass.putpalette([*_GLASS, *_LIT, *_BEZEL])
    glass.paste(0, (bezel - 1, bezel - 1, glass.width - bezel + 1, glass.height - bezel + 1))
    glass.paste(1, (bezel, bezel), image.convert("1"))
    return glass.resize((glass.width * scale, glass.height * scale), Image.Resampling.NEAREST)


def save_picture(image: Image.Image, path: Path, scale: int = 4) -> None:
    """Write a PNG, byte by byte the same for the same picture; raises `OSError`."""
    picture(image, scale).save(path, "PNG", optimize=True)


def save_animation(
    pictures: Sequence[tuple[Image.Image, float]], path: Path, scale: int = 4
) -> None:
    """Write pictures with their seconds as an endless GIF; raises `OSError`.

    Without pictures it writes nothing.
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
