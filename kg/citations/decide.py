"""What each mention of a document is resolved to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kg.citation import Status
from kg.citations.mention import Mention
from kg.citations.places import Places
from kg.editions import Inventory
from kg.provision import Provision
from kg.resolve import Decision, resolve, resolve_one

_ITEM_SERIES = re.compile(
    r"\d[ .]?[A-KАВСЕ][ .]?\(?\d{1,2}\)? ?\((?:[bcdfghс]|(?P<russian>[бгд]))\)"
)
_COMPARED = re.compile(
    r"(?:чем|с|от|по сравнению с|в отличие от|than|from)\s+(?:в\s+)?$", re.IGNORECASE
)


_OF = (" из ", " от ", " в ", " по ", " of ", " of the ", " in the ")


class Decider:
    """Decides the mentions of one document; the same number is decided once.

    A sign with two readings that the inventory cannot tell apart is read as the same text reads
    its other doubtful signs, when those all agree.
    """

    __slots__ = ("_decided", "_habit", "_known", "_places")

    def __init__(
        self,
        mentions: Iterable[Mention],
        edition: str | None,
        known: Mapping[str, Inventory],
        places: Places,
        text: str = "",
    ) -> None:
        self._known = known
        self._places = places
        self._decided: dict[tuple[tuple[Provision, ...], str | None], Decision] = {}
        doubtful = {one.readings for one in mentions if len(one.readings) == 2}
        seen: Counter[int] = Counter()
        for readings in doubtful:
            decision = resolve(readings, edition, known)
            if decision.status is not Status.AMBIGUOUS:
                seen[readings.index(decision.targets[0])] += 1
        for item in _ITEM_SERIES.finditer(text):
            seen[item["russian"] is not None] += 1
        self._habit = next(iter(seen)) if len(seen) == 1 else None

    def decide(self, mention: Mention, edition: str | None) -> tuple[tuple[str, ...], Decision]:
        """The targets of a mention and how far it is resolved."""
        if mention.readings:
            if not mention.certain:
                return tuple(map(str, mention.readings)), self._doubted(mention)
            decision = self._law(mention.readings, edition)
            return tuple(map(str, decision.targets)), decision
        return mention.targets, self._other(mention)

    def _law(self, readings: tuple[Provision, ...], edition: str | None) -> Decision:
        key = (readings, edition)
        if key not in self._decided:
            decision = resolve(readings, edition, self._known)
            undecided = decision.status is Status.AMBIGUOUS and len(readings) == 2
            if undecided and self._habit is not None:
                chosen = resolve_one(readings[self._habit], edition, self._known)
                reason = "знак читается двояко; в этом тексте он везде читается так же"
                reasons = (reason, *chosen.reasons)
                decision = Decision(chosen.targets, chosen.status, 0.8, reasons)
            self._decided[key] = decision
        return self._decided[key]

    def _doubted(self, mention: Mention) -> Decision:
        one = len(mention.readings) == 1
        status = Status.UNVERIFIED if one else Status.AMBIGUOUS
        return Decision(mention.readings, status, 0.5, ())

    def _other(self, mention: Mention) -> Decision:
        if mention.kind == "commentary":
            if all(target in self._places.paragraphs for target in mention.targets):
                return Decision((), Status.RESOLVED, 1.0, ("параграф есть в этом тексте",))
            return Decision((), Status.UNVERIFIED, 0.9, ("параграфа в этом тексте нет",))
        if mention.kind in ("document", "section"):
            if mention.certain:
                return Decision((), Status.RESOLVED, 0.9, ("названо по имени",))
            reason = "названо по имени; этого текста здесь нет"
            return Decision((), Status.EXTERNAL, 0.9, (reason,))
        if not mention.targets:
            return Decision((), Status.UNVERIFIED, 0.0, ())
        if not mention.certain:
            return Decision((), Status.AMBIGUOUS, 0.5, ())
        sure = 0.7 if mention.kind == "implicit" else 0.95
        return Decision((), Status.RESOLVED, sure, ())


class Years:
    """The editions a text names («версии 1975 года»), and which of its mentions they govern."""

    __slots__ = ("_starts", "_text", "_years")

    def __init__(self, text: str, years: Sequence[Mention]) -> None:
        self._text = text
        self._years = years
        self._starts = [one.start for one in years]

    def governing(self, mention: Mention, sentence_start: int) -> str | None:
        """The edition named right after the mention, or before it in its sentence.

        An edition that is only compared with («чем в версии 1975 года») governs nothing.
        """
        if not self._years:
            return None
        index = bisect_left(self._starts, mention.start)
        if index < len(self._years):
            after = self._years[index]
            gap = self._text[mention.end : after.start] if after.start >= mention.end else "?"
            if (len(gap) <= 3 and not gap.strip(" (,")) or gap in _OF:
                return after.edition
        if not index:
            return None
        before = self._years[index - 1]
        low = max(0, before.start - 24)
        if before.start < sentence_start or _COMPARED.search(self._text, low, before.start):
            return None
        return before.edition
