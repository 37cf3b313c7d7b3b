"""Law numbers in a query, in whatever writing: «закон 16», «63А3», «31А2(в)», «L27B1», «64ф2»,
«п. 12ц2», "Law 12 C 2", «семнадцатое правило».

A number with a letter is a law when some reading of it exists in an edition or in the library; a
bare number needs a trigger word («Правило 16», «69, 70 и 71» after one) or, from 10 to 93, a place
where nothing is counted: «чем 63 связано с 69» yes, «13 карт» and «60 %» no.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kg.editions import editions
from kg.provision import Provision, candidates
from search import lexicon
from search.layout import flip
from search.numerals import worded_laws

_TRIGGER = (
    r"(?:закон[а-я]{0,3}|правил[а-я]{0,3}|(?:пр|ст)(?:\.|(?=\s*\d))|стать[а-я]{1,2}"
    r"|раздел[а-я]{0,2}|параграф[а-я]{0,2}|§{1,2}|laws?|rules?|sections?|l(?=\d))"
)
_POINT = r"(?:пп?(?:\.|(?=\s*\d))|(?:под)?пункт[а-я]{0,3})"
_MENTION = re.compile(
    rf"(?<![\w.,:/-])(?P<point>{_POINT}\s*)?(?P<trigger>{_TRIGGER}\s*(?:№\s*)?)?"
    r"(?P<number>(?P<law>\d{1,3})(?P<rest>[A-Za-zА-Яа-я]\d{0,2}(?:\([A-Za-zА-Яа-я0-9]{1,4}\)){0,3})?)"
    r"(?![\w%(]|[.,]\d)",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?P<law>\d{1,3})(?P<gap>[ \t]{0,2})(?P<letter>[A-Za-zА-Яа-я])[ \t]{0,2}(?P<digit>\d{0,2})"
    r"(?:[ \t]?\([A-Za-zА-Яа-я0-9]{1,4}\)){0,3}(?![\w%(]|[.,:]\d)"
)
"""A number taken apart: «64 а 2», «12C 2», «70 Е»."""
_ENDS = re.compile(r"\s*(?:[,.;:?!)]|$)")
_JOINED = re.compile(r"\s*(?:,|и|или|and|or|-|–|—|\.{2,3}|…|\s)\s*", re.IGNORECASE)
_NEXT_WORD = re.compile(r"\s*[-–]?\s*(%|[A-Za-zА-Яа-яЁё]+)")
_UNITS = """
карта взятка очко имп процент минута секунда час день год бк нт козырь бескозырь пика черва
бубна трефа масть человек член участник игрок пара команда стол тур сдача раз штука уровень
балл максимум макс матчпункт победный онер туз король дама валет январь февраль март апрель
заявка вопрос альтернатива неделя
май июнь июль август сентябрь октябрь ноябрь декабрь доллар место год век
nt imp card trick point minute percent spade heart diamond club no
"""
_COUNTED = frozenset(_UNITS.split())
_LAST_BARE = 93
_FIRST_BARE = 10


@dataclass(frozen=True, slots=True)
class LawMention:
    """A law named in a query: its place, the provisions it may mean, likeliest first.

    ``sure`` is false for a bare number without a trigger word.
    """

    start: int
    end: int
    surface: str
    targets: tuple[str, ...]
    sure: bool


@lru_cache(maxsize=1)
def _plausible() -> frozenset[Provision]:
    found: set[Provision] = set()
    for inventory in editions().values():
        found |= inventory.confirmed | inventory.unconfirmed
    return frozenset(found)


def find_laws(text: str, in_library: Callable[[str], bool]) -> list[LawMention]:
    """The law numbers of ``text``; ``in_library(id)`` says whether passages speak of one."""
    found: list[LawMention] = []
    for match in _MENTION.finditer(text):
        if found and match.start("law") < found[-1].end:
            continue
        joined = bool(found) and bool(_JOINED.fullmatch(text[found[-1].end : match.start()]))
        triggered = bool(match["trigger"]) or (
            joined and found[-1].sure and not _counts(text, match.end())
        )
        start, end, sure = match.start(), match.end(), True
        pointed = triggered or bool(match["point"])
        apart, targets = _taken_apart(text, match.start("law"), in_library, pointed)
        if targets:
            end = apart
        elif match["rest"]:
            targets = _readings(match["number"], in_library, triggered)
        else:
            law = int(match["law"])
            bare = _FIRST_BARE <= law <= _LAST_BARE and not _counts(text, match.end())
            targets = (str(law),) if law and (triggered or bare) else ()
            sure = triggered
            if match["point"] and not match["trigger"]:
                start = match.start("number")  # «п. 14»: of which text is not said
        if targets:
            found.append(LawMention(start, end, text[start:end].strip(), targets, sure))
    for start, end, law in worded_laws(text):
        if not _counts(text, end) and all(m.end <= start or end <= m.start for m in found):
            found.append(LawMention(start, end, text[start:end], (str(law),), True))
    return sorted(found, key=lambda mention: mention.start)


def _taken_apart(
    text: str, start: int, in_library: Callable[[str], bool], triggered: bool
) -> tuple[int, tuple[str, ...]]:
    """A law number written with spaces from ``start`` on: where it ends, what it may mean.

    A lone letter may be a preposition («правило 16 в протоколе»), so it has to be a capital or,
    after a trigger word, the last thing said; and the number has to exist.
    """
    match = _APART.match(text, start)
    if not match or not re.search(r"[ \t]", match.group()) or _counts(text, match.end()):
        return start, ()
    if not match["digit"]:
        capital = match["letter"].isupper() and not text.isupper()
        last = triggered and _ENDS.match(text, match.end())
        if not last and not (capital and (triggered or int(match["law"]) >= _FIRST_BARE)):
            return start, ()
    written = re.sub(r"[ \t]", "", match.group())
    return match.end(), _readings(written, in_library, False)


def _readings(written: str, in_library: Callable[[str], bool], triggered: bool) -> tuple[str, ...]:
    readings = [*candidates(written), *candidates(_flipped(written))]
    real = [r for r in readings if in_library(str(r)) or r in _plausible()]
    if real:
        first = real[0]
        # Another reading of the bracketed letter only; «64ф2» has one reading of its section.
        kept = [r for r in real if r.parts[:1] == first.parts[:1]]
    else:
        kept = list(candidates(written)[:1]) if triggered else []
    return tuple(dict.fromkeys(str(reading) for reading in kept))


def _flipped(written: str) -> str:
    """Only the letters as the other keyboard layout has them; brackets and digits stay."""
    return "".join(flip(sign) if sign.isalpha() else sign for sign in written)


def _counts(text: str, end: int) -> bool:
    """Whether the number that ends at ``end`` counts something."""
    match = _NEXT_WORD.match(text, end)
    if not match:
        return False
    word = match[1].lower()
    return word == "%" or bool(_COUNTED.intersection(lexicon.lemmas(word)))
