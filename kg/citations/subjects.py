"""Laws named by their subject: «правила о процедуре присуждения компенсирующего результата»."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log

from kg.citations.anchors import Anchor
from kg.citations.mention import Mention
from kg.editions import Inventory

_ABOUT = re.compile(
    r"\s+(?:о|об|обо|относительно|насчет|насчёт|по\s+поводу|касающ[а-я]+|регулирующ[а-я]+"
    r"|о\s+порядке|about|on|concerning|governing)\s+"
    r"(?P<topic>[а-яёa-z][а-яёa-z-]*(?:\s+[а-яёa-z][а-яёa-z-]*){0,7})"
)
_WORD = re.compile(r"[а-яёa-z]+")
_STOP = re.compile(
    r"при|для|после|перед|если|когда|котор[а-я]+|вне|быть|есть|этом|этого|того|том|the|for|and|with"
    r"|when|that"
)
NEAR = 0.85
"""A law that fits at least this well, beside the best, is a candidate too."""
MOST = 5
"""More candidates than this are no answer."""


def _stem(word: str) -> str:
    word = word.replace("ё", "е")
    return word[: max(4, len(word) - 3)] if len(word) > 4 else word


def _stems(text: str) -> list[str]:
    words = (
        word for word in _WORD.findall(text.lower()) if len(word) > 2 and not _STOP.fullmatch(word)
    )
    return [_stem(word) for word in words]


@lru_cache(maxsize=16)
def _index(subjects: tuple[tuple[int, str], ...]) -> tuple[dict[int, set[str]], dict[str, float]]:
    by_law = {law: set(_stems(words)) for law, words in subjects}
    seen = Counter(stem for stems in by_law.values() for stem in stems)
    weight = {stem: log(1 + len(by_law) / count) for stem, count in seen.items()}
    return by_law, weight


def _alike(one: str, other: str) -> bool:
    size = min(len(one), len(other))
    if size == 3:
        return abs(len(one) - len(other)) <= 1 and one[:3] == other[:3]
    return size > 3 and one[:size] == other[:size]


def by_subject(topic: str, inventory: Inventory) -> tuple[int, ...]:
    """The laws a topic names, best first; several when they fit alike, none when none fits."""
    language = "en" if topic.isascii() else "ru"
    subjects = tuple(
        (law, words[language])
        for law, words in sorted(inventory.subjects.items())
        if language in words
    )
    by_law, weight = _index(subjects)
    scores: dict[int, float] = {}
    matched: dict[int, int] = {}
    asked = dict.fromkeys(_stems(topic))
    for stem in asked:
        for law, stems in by_law.items():
            alike = [weight[one] for one in stems if _alike(one, stem)]
            if alike:
                scores[law] = scores.get(law, 0.0) + max(alike)
                matched[law] = matched.get(law, 0) + 1
    if not scores:
        return ()
    best = max(scores.values())
    near = sorted(law for law, value in scores.items() if value >= best * NEAR)
    enough = max(matched[law] for law in near)
    if enough * 2 < len(asked) and enough < 2:
        return ()
    return tuple(near) if len(near) <= MOST else ()


def subject_mentions(
    text: str, anchors: Sequence[Anchor], edition: str | None, known: Mapping[str, Inventory]
) -> Iterator[Mention]:
    """Laws named by what they are about; several candidates where the words fit several."""
    inventory = known.get(edition or "") or (list(known.values())[-1] if known else None)
    if inventory is None:
        return
    for anchor in anchors:
        if len(anchor.word) < 3 or anchor.word.endswith("."):
            continue
        found = _ABOUT.match(text, anchor.end)
        if not found or found["topic"].startswith(("том", "that ")):
            continue
        laws = by_subject(found["topic"], inventory)
        if not laws:
            continue
        yield Mention(
            "implicit",
            "subject",
            anchor.start,
            found.end(),
            (anchor.start, found.end()),
            targets=tuple(map(str, laws)),
            certain=len(laws) == 1,
            reasons=(f"предмет «{found['topic']}» сличен с предметами Правил",),
        )
