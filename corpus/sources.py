"""The files a library is made of: the bundled texts and the user's own, each with its metadata."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import LibraryError, SettingsError
from corpus.storage import checksum

BUNDLED = Path(__file__).parent / "texts"
"""Where the package keeps the texts that belong to every library."""

METADATA = "metadata.toml"
CURATION = "curation.json"
ORIGIN = "origin"
"""Key of a user's metadata that says where on the disk the file was when it was added."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a library.

    ``id`` names its folder (user's) or its place in the package (bundled). ``file`` is the name
    the file had when it came, shown in every output. ``path`` holds its bytes, ``meta`` what its
    metadata file says, ``curation`` statements made outside it. ``digest`` covers all three: the
    same digest means the same reading.
    """

    id: str
    file: str
    path: Path
    meta: Mapping[str, Any]
    curation: Path | None
    bundled: bool
    digest: str
    sha256: str
    spoilt: str | None = None


def bundled_sources() -> tuple[Source, ...]:
    """The texts that come with the package, in the order of their names."""
    found = []
    for side in sorted(BUNDLED.glob("*.toml")):
        text = side.with_suffix(".txt")
        curation = side.with_suffix(".curation.json")
        found.append(_source(f"bundled-{side.stem}", text, side, curation, bundled=True))
    return tuple(found)


def user_source(folder: Path) -> Source:
    """The source kept in a folder below ``LIBRARY/sources``.

    Raises ``LibraryError`` when the folder is incomplete, or when what is in it is not what was
    put there: its name is the hash of that.
    """
    originals = [p for p in sorted(folder.glob("original*")) if p.is_file()]
    if not originals or not (folder / METADATA).is_file():
        raise LibraryError(f"папка {folder} неполна: удалите её и добавьте файл заново")
    source = _source(folder.name, originals[0], folder / METADATA, folder / CURATION, bundled=False)
    kept = {originals[0].name: source.sha256, METADATA: checksum(folder / METADATA)}
    if source.curation is not None:
        kept[CURATION] = checksum(source.curation)
    if identity_of(kept) != folder.name:
        raise LibraryError(f"файл в папке {folder} повреждён: добавьте его заново")
    return source


def lost_source(
    folder: Path, file: str = "", digest: str = "", sha256: str = "", *, guessed: bool = False
) -> Source:
    """A source whose kept file is lost or damaged: its name, and its metadata if they are whole.

    ``file``, ``digest`` and ``sha256`` are what the library remembers of it; with ``guessed`` it
    remembers nothing, and the name is taken from whatever metadata can be read.
    """
    meta: Mapping[str, Any] = {}
    said: bytes | None = None
    try:
        raw = (folder / METADATA).read_bytes()
        said = (folder / CURATION).read_bytes() if (folder / CURATION).is_file() else None
        if guessed or _digest(sha256, raw, said) == digest:
            meta = tomllib.loads(raw.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        pass
    file = file or str(meta.get("file", folder.name))
    return Source(
        id=folder.name,
        file=file,
        path=folder / "original.txt",
        meta=meta,
        curation=folder / CURATION if meta and said is not None else None,
        bundled=False,
        digest=digest,
        sha256=sha256,
        spoilt=(
            f"{file}: файл, сохранённый в библиотеке, пропал или повреждён; добавьте его заново: "
            f"pravila add …/{file}"
        ),
    )


def identity_of(checksums: Mapping[str, str]) -> str:
    """Name of a source folder: the hash of all that is in it, by the SHA-256 of each file."""
    parts = [[name, checksums[name]] for name in sorted(checksums)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def _source(identity: str, text: Path, side: Path, curation: Path, *, bundled: bool) -> Source:
    try:
        raw = side.read_bytes()
        meta = tomllib.loads(raw.decode("utf-8"))
        sha256 = checksum(text)
        said = curation.read_bytes() if curation.is_file() else None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{side}: не TOML ({error})") from error
    except OSError as error:
        raise LibraryError(f"не читается {error.filename}: {error.strerror}") from error
    return Source(
        id=identity,
        file=str(meta.get("file", text.name)),
        path=text,
        meta=meta,
        curation=curation if said is not None else None,
        bundled=bundled,
        digest=_digest(sha256, raw, said),
        sha256=sha256,
    )


def _digest(sha256: str, meta: bytes, curation: bytes | None) -> str:
    parts = [sha256, hashlib.sha256(meta).hexdigest()]
    parts.append(hashlib.sha256(curation).hexdigest() if curation is not None else "-")
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def metadata_of(meta: Mapping[str, Any]) -> bytes:
    """A source's metadata as TOML, keys in order. Raises ``SettingsError`` when it cannot be."""
    import tomli_w

    try:
        return tomli_w.dumps({key: meta[key] for key in sorted(meta)}).encode()
    except (TypeError, ValueError, UnicodeEncodeError) as error:
        raise SettingsError(f"метаданные не записать как TOML: {error}") from error
