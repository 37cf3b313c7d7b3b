"""P603: an interpretation that a later decision replaced or amended."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.events import Event
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Shelf, Text

_SAID = {"replaces": "заменено", "supersedes": "заменено", "amends": "изменено"}


def check(text: Text) -> Iterator[Problem]:
    """At the earlier decision (a note), and wherever a text of later date relies on it."""
    acts = _acts(text.shelf)
    if not acts:
        return
    for unit in text.document.units:
        for kind, label, date in acts.get(unit.id, ()):
            start = text.document.clean.origin(unit.body.start, unit.body.start + 1).start
            end = text.original.find(" ", start, unit.span.end)
            yield Problem(
                Span(start, end if end > start else unit.span.end),
                f"Это решение позднее {_SAID[kind]}: {label} ({date})",
                Level.NOTE,
                suggestion=f"см. {label}",
            )
    for citation in text.citations:
        if citation.kind not in ("document", "minutes"):
            continue
        for target in citation.targets:
            for kind, label, date in acts.get(target, ()):
                own = text.document.meta.date or ""
                if own > date and citation.relation not in ("amends", "supersedes"):
                    yield Problem(
                        citation.span,
                        f"Решение, на которое здесь ссылаются, {_SAID[kind]} раньше: {label} "
                        f"({date})",
                        suggestion=f"сослаться на {label}",
                    )


def _acts(shelf: Shelf) -> dict[str, list[tuple[str, str, str]]]:
    """For each decision acted upon: what was done to it, by which decision, when."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for event in _events(shelf):
        for link in event.links:
            if link.type in _SAID and link.in_library and link.to != event.unit:
                act = (link.type, f"{event.authority}: {event.label}", event.date or "")
                if act not in found.setdefault(link.to, []):
                    found[link.to].append(act)
    return found


def _events(shelf: Shelf) -> tuple[Event, ...]:
    if shelf.graph is None:
        return ()
    if not shelf.events:
        from kg.history import law

        numbers = {
            target: None
            for text in shelf.texts
            for citation in text.laws
            if citation.relation in ("amends", "supersedes", "cites", "interprets", "confirms")
            for target in citation.targets
        }
        for number in numbers:
            shelf.events.extend(law(shelf.graph, number).history)
    return tuple(shelf.events)


_OLD = "1. Комитет постановил, что по Правилу 50 открытая карта остаётся на столе."

RULE = Rule(
    code="P603",
    level=Level.WARNING,
    title="Решение, которое позднее изменено или заменено",
    why=(
        "Сборник печатает решения подряд; читатель первого из двух не знает, что второе его "
        "отменило, и спорит за столом по отменённому."
    ),
    authority="Порядок решений во времени (pravila law НОМЕР, строка истории).",
    examples=(
        Example(
            _OLD,
            ("1.",),
            date="1998-08-24",
            beside=(
                (
                    "minutes",
                    "1997",
                    "2000-01-12",
                    "1. Комитет отменяет прежнее толкование Правила 50 от 24.08.1998: карта "
                    "возвращается в руку.",
                ),
            ),
        ),
        Example(
            _OLD,
            date="1998-08-24",
            beside=(
                (
                    "minutes",
                    "1997",
                    "2000-01-12",
                    "1. Комитет рассмотрел Правило 51: карта возвращается в руку.",
                ),
            ),
        ),
    ),
    check=check,
)
