"""What measures the dependencies, as far as it needs no network."""

import zipfile
from pathlib import Path

import pytest

from tools.sizes import Wheel, wanted

METADATA = "Metadata-Version: 2.1\nName: bread\nVersion: 1.2\n{licence}\n\nGood with sausages."


@pytest.mark.parametrize(
    ("licence", "told"),
    [
        ("License-Expression: MIT", "MIT"),
        ("Classifier: License :: OSI Approved :: BSD License", "BSD License"),
        ("License: The text of it", "The text of it"),
    ],
)
def test_a_wheel_tells_its_size_and_licence(tmp_path: Path, licence: str, told: str) -> None:
    path = tmp_path / "bread-1.2-py3-none-any.whl"
    metadata = METADATA.format(licence=licence)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bread.py", "#" * 10_000)
        archive.writestr("bread-1.2.dist-info/METADATA", metadata)
    wheel = Wheel.of(path)
    assert (wheel.name, wheel.version, wheel.licence) == ("bread", "1.2", told)
    assert wheel.unpacked == 10_000 + len(metadata)
    assert wheel.packed == path.stat().st_size < wheel.unpacked


def test_all_that_runs_on_a_pi_is_measured_and_nothing_else() -> None:
    names = {line.split(">")[0].split("<")[0] for line in wanted()}
    assert {"numpy", "msgspec", "gpiozero", "luma.oled", "opencv-python-headless"} <= names
    assert not {"pytest", "torch", "picamera2"} & names
    text = (Path(__file__).parents[2] / "docs/developers/dependencies.md").read_text().lower()
    known = {"opencv-python-headless": "opencv"}
    assert all(known.get(name, name) in text for name in names), (
        "each is in docs/developers/dependencies.md"
    )
