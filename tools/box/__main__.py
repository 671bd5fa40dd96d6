"""Draws docs/build/, and writes the table of heights into its text."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from tools.box import mat_plan, plan, wiring
from tools.box.numbers import table
from tools.box.parts import WIRINGS

BUILD = Path(__file__).parents[2] / "docs/build"
TEXT = BUILD / "README.md"
MARKED = re.compile(r"(<!-- heights -->\n).*?(<!-- /heights -->\n)", re.DOTALL)

VIEW = "50,20,135,64,0,28,1240"
"""View of the stand, in openscad's form."""
SIZE = (1200, 900)


def drawn() -> dict[Path, str]:
    """Every picture that is drawn by numbers alone, by its file."""
    sheets = {BUILD / f"wiring-{name}.svg": wiring.draw(told) for name, told in WIRINGS.items()}
    sheets[BUILD / "plan.svg"] = plan.draw()
    sheets[BUILD / "plan-mat.svg"] = mat_plan.draw()
    return {path: sheet.written() for path, sheet in sheets.items()}


def tabled(text: str) -> str:
    """The text with the table of heights as it is now."""
    lines = "\n".join(table())
    return MARKED.sub(lambda found: f"{found[1]}{lines}\n{found[2]}", text)


def render_stand(path: Path) -> bool:
    """Draw the stand, if openscad and a virtual screen are installed."""
    if not (shutil.which("openscad") and shutil.which("xvfb-run")):
        return False
    wide, high = SIZE
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "stand.png"
        command = ["xvfb-run", "-a", "openscad", f"--imgsize={2 * wide},{2 * high}",
                   f"--camera={VIEW}", "--colorscheme=Tomorrow", "-o", str(large),
                   str(BUILD / "stand.scad")]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        picture = Image.open(large).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    picture.quantize(160).save(path, optimize=True)
    return True


def main() -> None:
    for path, text in drawn().items():
        path.write_text(text, encoding="utf-8")
    TEXT.write_text(tabled(TEXT.read_text(encoding="utf-8")), encoding="utf-8")
    if not render_stand(BUILD / "stand.png"):
        print("stand.png stays as it is: openscad and xvfb-run are not both installed")


if __name__ == "__main__":
    main()
