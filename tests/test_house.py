"""The house in order: what import-linter and ruff cannot see."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "rules").glob("*.py"))
PURE = {
    "abc", "codecs", "collections", "contextlib", "dataclasses", "datetime", "enum", "functools",
    "itertools", "json", "math", "numpy", "re", "rules", "types", "typing", "unicodedata", "zlib",
}  # fmt: skip
"""What the rules may import: nothing that reads, writes, waits or draws lots."""


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_are_pure(path: Path) -> None:
    assert imported(path) <= PURE
    assert path.name == "odds.py" or "numpy" not in imported(path)


def test_the_games_can_be_imported_without_numpy() -> None:
    code = "import rules, rules.record, rules.follow, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_hold_no_sentences(path: Path) -> None:
    """Codes only: whoever raises or tells something leaves the words to firmware."""
    tree = ast.parse(path.read_text())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.value) for parent in ast.walk(tree) for node in ast.iter_child_nodes(parent)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        and isinstance(parent, documented)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert id(node) in docstrings or node.value.count(" ") < 2, node.value


def test_no_module_is_longer_than_a_reader_can_hold() -> None:
    for folder in ("rules", "players", "vision", "firmware", "tools", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            lines = len(path.read_text().splitlines())
            limit = 600 if folder == "tests" else 400
            assert lines <= limit, f"{path.name} has {lines} lines"


OPENERS = {
    "open", "io.open", "os.open", "cv2.imread", "cv2.VideoCapture", "np.load", "Image.open",
    "shutil.copy", "shutil.copyfile",
}  # fmt: skip
OPEN_THEMSELVES = {
    "firmware/store/files.py": "the one place",
    "firmware/commands/cli.py": "writes to the null device",
    "firmware/commands/annotate.py": "makes new files only",
    "firmware/camera/usb.py": "devices, and what the kernel says of them",
    "firmware/doctor/device_checks.py": "what the kernel says",
    "firmware/doctor/system.py": "what the kernel says",
    "firmware/screens/font.py": "a part of the program",
    "firmware/screens/sprites.py": "a part of the program",
    "firmware/speech/language.py": "a part of the program",
    "firmware/runtime/open_table.py": "a descriptor, no name",
    "firmware/web/texts.py": "a part of the program",
    "vision/stages/dice_kinds.py": "a part of the program",
    "vision/nets/__init__.py": "a part of the program",
    "vision/files/pictures.py": "the null device",
    "vision/files/video.py": "a descriptor under /dev/fd",
}


def opens(tree: ast.AST) -> bool:
    """Whether a file is opened by its name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        name = called.rpartition(".")[2]
        if called in OPENERS or name in {"read_text", "read_bytes"}:
            return True
        if name == "open" and node.args and isinstance(node.args[0], ast.Constant):
            return True  # as a path is opened: with a mode
    return False


def test_files_are_opened_in_one_place() -> None:
    """What lies there may be a pipe, a device or a link: only `firmware.store.files` knows."""
    modules = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for folder in ("firmware", "vision")
        for path in (ROOT / folder).rglob("*.py")
        if "training" not in path.parts
    }
    assert {path for path, tree in modules.items() if opens(tree)} == set(OPEN_THEMSELVES)
