"""Fingerprints of the code, so that a library built by other code is noticed and rebuilt.

A stage of the build depends on the rooms up to its own: readings on ``corpus``, citations on
``corpus`` and ``kg``, the index on all three. A stage whose fingerprint and sources are unchanged
is taken over as it is.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_DICTIONARIES = ("pymorphy3-dicts-ru", "whoosh3", "tantivy")


@cache
def room(name: str) -> str:
    """Fingerprint of one room: every file of code and data in it but the bundled texts.

    Those are sources with digests of their own.
    """
    folder = _ROOT / name
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if below.parts[0] == "texts" or path.suffix == ".pyc" or not path.is_file():
            continue
        digest.update(f"{below.as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def readings() -> str:
    """Fingerprint of what turns a file into documents."""
    return _joined(room("corpus"))


@cache
def citations() -> str:
    """Fingerprint of what finds citations and makes the graph."""
    return _joined(room("corpus"), room("kg"))


@cache
def index() -> str:
    """Fingerprint of what makes the search index, dictionaries and engines included."""
    installed = []
    for package in _DICTIONARIES:
        try:
            installed.append(f"{package}={version(package)}")
        except PackageNotFoundError:
            installed.append(f"{package} absent")
    return _joined(room("corpus"), room("kg"), room("search"), *installed)


def stages() -> dict[str, str]:
    """The fingerprints a generation is marked with, by stage of the build."""
    return {"readings": readings(), "citations": citations(), "index": index()}


def program() -> str:
    """The program's version, "0" when it runs from a folder of source."""
    try:
        return version("pravila")
    except PackageNotFoundError:
        return "0"


def _joined(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
