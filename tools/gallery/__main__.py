"""Draws every screen: `python -m tools.gallery --out docs/screens`."""

import argparse
import sys
from pathlib import Path

from firmware.devices.panel_kinds import PanelKind
from firmware.screens.layout import Layout
from tools.gallery.pictures import draw_gallery


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    parser.add_argument("--out", metavar="DIR", type=Path, required=True)
    parser.add_argument(
        "--panel",
        choices=[kind.value for kind in PanelKind if kind is not PanelKind.NONE],
        default=PanelKind.SSD1309.value,
        help="kind of panel to draw them on (default: %(default)s)",
    )
    args = parser.parse_args(arguments)
    count = draw_gallery(args.out, Layout(*PanelKind(args.panel).size))
    print(f"{count} pictures in {args.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
