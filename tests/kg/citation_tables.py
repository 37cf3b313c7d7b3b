"""Reading the tables of references in ``tests/data``; making a document of a line of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.aligned import AlignedText
from corpus.document import Document, Kind, Metadata

DATA = Path(__file__).parents[1] / "data"
COUNTED = ("law", "commentary", "footnote")


@dataclass(frozen=True, slots=True)
class Case:
    text: str
    kind: Kind
    edition: str | None
    expected: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


def document(text: str, kind: Kind = Kind.PROSE, edition: str | None = None) -> Document:
    meta = Metadata(id="test", title="", kind=kind, file="-", edition=edition)
    return Document(meta, AlignedText.of(text), ())


def cases(name: str) -> Iterator[Case]:
    kind, edition = Kind.PROSE, None
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("[kind="):
            fields = dict(field.split("=") for field in line.strip("[]").split())
            kind, edition = Kind(fields["kind"]), fields.get("edition")
        elif line.strip() and not line.startswith("#"):
            text, _, wanted = (
                line.rpartition("|") if "=" in line and "|" in line else (line, "", "")
            )
            expected = tuple(
                (surface.strip(), tuple(targets.strip().split(",")))
                for surface, _, targets in (part.rpartition("=") for part in wanted.split(" ; "))
                if surface
            )
            yield Case(text.strip().replace(" | ", "\n"), kind, edition, expected)
