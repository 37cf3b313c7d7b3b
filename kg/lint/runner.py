"""Running the rules over a library."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from corpus.document import Document
from corpus.errors import NotFoundError
from corpus.span import Span
from kg.citation import Citation
from kg.editions import Inventory
from kg.editions import editions as known_editions
from kg.lint.checks import RULES
from kg.lint.finding import Finding, Problem
from kg.lint.notions import bundled_notions
from kg.lint.originals import Original, bundled_originals
from kg.lint.rule import Rule
from kg.lint.text import Shelf, Synonyms, Text

if TYPE_CHECKING:
    from kg.graph import Graph

EXCERPT = 60
"""Characters of the line shown on each side of the place."""


def rules() -> tuple[Rule, ...]:
    """Every rule, in order of code."""
    return RULES


def rule(code: str) -> Rule:
    """One rule. Raises ``NotFoundError``."""
    for one in RULES:
        if one.code == code.upper():
            return one
    known = ", ".join(one.code for one in RULES)
    raise NotFoundError(f"Нет правила проверки «{code}». Есть: {known}.")


def chosen(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Rule, ...]:
    """The rules whose codes begin with a prefix of ``select`` and with none of ``ignore``.

    Without ``select``: all that are on by default; ``ALL`` means every rule. Raises
    ``NotFoundError`` for a prefix no code begins with.
    """
    for prefix in (*select, *ignore):
        if prefix.upper() != "ALL" and not any(r.code.startswith(prefix.upper()) for r in RULES):
            raise NotFoundError(f"Ни одно правило проверки не начинается с «{prefix}».")

    def named(code: str, prefixes: Sequence[str]) -> bool:
        return any(p.upper() == "ALL" or code.startswith(p.upper()) for p in prefixes)

    return tuple(
        one
        for one in RULES
        if (named(one.code, select) if select else one.default) and not named(one.code, ignore)
    )


def run(
    documents: Iterable[Document],
    citations: Iterable[Citation],
    *,
    editions: Mapping[str, Inventory] | None = None,
    synonyms: Synonyms | None = None,
    originals: Sequence[Original] | None = None,
    graph: Graph | None = None,
    known_word: Callable[[str], bool] | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    only: Iterable[str] | None = None,
) -> list[Finding]:
    """What the rules find, in order of file, place and code.

    ``citations`` are those of ``documents`` (``kg.citations.cite``). ``synonyms``: notion → its
    names, the recommended one first (default: ``notions.json``). ``graph`` is needed by the rule on
    later decisions, ``known_word`` by the rule on misspellings: without them they are silent.
    ``only``: ids of the documents to report on; the others are read for comparison.
    """
    by_document: dict[str, list[Citation]] = {}
    for citation in citations:
        by_document.setdefault(citation.document, []).append(citation)
    shelf = Shelf(
        editions=known_editions() if editions is None else editions,
        synonyms=bundled_notions() if synonyms is None else synonyms,
        originals=bundled_originals() if originals is None else originals,
        graph=graph,
        known_word=known_word,
    )
    shelf.texts.extend(Text(d, by_document.get(d.meta.id, ()), shelf) for d in documents)
    wanted = None if only is None else set(only)
    active = chosen(select, ignore)
    found: list[Finding] = []
    lines: dict[str, _Lines] = {}
    for text in shelf.texts:
        meta = text.document.meta
        if wanted is not None and meta.id not in wanted:
            continue
        if meta.file not in lines or lines[meta.file].text is not text.original:
            lines[meta.file] = _Lines(text.original)
        for one in active:
            for problem in one.check(text):
                found.append(_finding(one, problem, text, lines[meta.file]))
    order = {name: number for number, name in enumerate(dict.fromkeys(f.file for f in found))}
    found.sort(key=lambda f: (order[f.file], f.span, f.code, f.message))
    return _keyed(found)


class _Lines:
    """Where the lines of a file begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def around(self, span: Span) -> tuple[str, Span]:
        """The line (or the part around the place) and the place in it."""
        line, _ = self.at(span.start)
        first = self.starts[line - 1]
        last = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        end = min(max(span.end, span.start), last)
        low = max(first, span.start - EXCERPT)
        high = min(last, max(min(end, span.start + 3 * EXCERPT), span.start) + EXCERPT)
        while low > first and self.text[low - 1].isalnum() and span.start - low < EXCERPT + 20:
            low -= 1
        while high < last and self.text[high].isalnum() and high - end < EXCERPT + 20:
            high += 1
        left, right = "…" * (low > first), "…" * (high < last)
        excerpt = left + self.text[low:high].replace("\t", " ") + right
        shift = len(left) - low
        return excerpt, Span(span.start + shift, min(end, high) + shift)


def _finding(one: Rule, problem: Problem, text: Text, lines: _Lines) -> Finding:
    unit = text.unit_at(problem.span.start)
    line, column = lines.at(problem.span.start)
    excerpt, mark = lines.around(problem.span)
    return Finding(
        code=one.code,
        level=problem.level or one.level,
        message=problem.message,
        document=text.document.meta.id,
        unit=unit.id if unit else None,
        file=text.document.meta.file,
        span=problem.span,
        line=line,
        column=column,
        excerpt=excerpt,
        mark=mark,
        words=problem.span.of(text.original),
        suggestion=problem.suggestion,
        fix=problem.fix,
    )


def _keyed(found: list[Finding]) -> list[Finding]:
    """The findings with their keys: code, document, words and the words around, and a count."""
    seen: Counter[str] = Counter()
    keyed = []
    for one in found:
        near = one.excerpt[max(0, one.mark.start - 24) : one.mark.end + 24]
        said = "\0".join((one.code, one.document, " ".join(one.words.split()), near))
        digest = hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:16]
        seen[digest] += 1
        key = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
        keyed.append(replace(one, key=key))
    return keyed
