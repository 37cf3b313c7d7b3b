"""A mention: where the words of a text point at a provision, before it is resolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.provision import Provision


@dataclass(frozen=True, slots=True)
class Mention:
    """One item of a reference as the grammar read it.

    ``start``/``end`` and ``run`` are offsets in the clean text. ``kind`` and ``form`` are those of
    ``kg.citation.Citation``. ``readings`` are the provisions the written number may mean (law and
    footnote mentions), ``targets`` the ids of everything else. ``also`` are further provisions
    meant together with the first reading (a shared note, the inside of a range). ``edition`` is
    set when the words themselves name one. ``note`` is a reason in Russian.
    """

    kind: str
    form: str
    start: int
    end: int
    run: tuple[int, int]
    readings: tuple[Provision, ...] = ()
    targets: tuple[str, ...] = ()
    edition: str | None = None
    certain: bool = True
    reasons: tuple[str, ...] = field(default=())


def within_range(start: int, end: int, run: tuple[int, int], targets: Iterable[object]) -> Mention:
    """What lies between the ends of a range, from its first end to its last («62–64» for 63)."""
    reasons = ("внутри диапазона, номером не названо",)
    return Mention(
        "implicit", "range", start, end, run, targets=tuple(map(str, targets)), reasons=reasons
    )


def of_another_text(text: str, start: int, end: int) -> Mention:
    """A numbered part of a text that is not the Laws («п. 3.2 Регламента», «ст. 5 УК»)."""
    words = " ".join(text[start:end].split())
    reasons = ("часть другого документа",)
    return Mention(
        "document", "named", start, end, (start, end), (), (words,), None, False, reasons
    )
