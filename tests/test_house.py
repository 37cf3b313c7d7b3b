"""The house: imports point down, modules stay small enough to read."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ["corpus", "kg", "search", "workspace", "faces"]
ROOM_OF = {
    "corpus": 0,
    "kg": 1,
    "search": 2,
    "workspace": 3,
    "cli": 4,
    "commands": 4,
    "app": 4,
    "ui": 4,
    "api": 4,
}


def modules() -> list[Path]:
    found = [
        p
        for room in ("corpus", "kg", "search", "workspace", "commands", "ui", "api")
        for p in (ROOT / room).rglob("*.py")
    ]
    return sorted(found + [p for p in ROOT.glob("*.py") if p.stem in ROOM_OF])


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_lower_room_never_imports_a_higher_one(path: Path) -> None:
    room = ROOM_OF[path.relative_to(ROOT).parts[0].removesuffix(".py")]
    above = {name for name in imported(path) if ROOM_OF.get(name, 0) > room}
    assert not above, f"{path} imports {above}"


@pytest.mark.parametrize("path", sorted((ROOT / "api").rglob("*.py")), ids=lambda p: p.stem)
def test_the_api_stands_beside_the_other_faces(path: Path) -> None:
    """It shares what they share through the rooms below, and nothing else."""
    assert not imported(path) & {"cli", "commands", "app", "ui"}


def test_test_files_have_names_of_their_own() -> None:
    """Two files of one name in different folders keep pytest from collecting the suite."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)
