"""Dictionary forms and snippets for engines that have none of their own."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from search.analysis import Analyzer
from search.stopwords import DROPPED

_WIDTH = 300  # characters of a snippet
_BEFORE = 40  # of them before the first word found


class Marker:
    """Our dictionary forms (the likeliest of each word) and a plain snippet made with them."""

    def __init__(self) -> None:
        self._analyzer = Analyzer()

    def lemmas(self, text: str) -> list[str]:
        """The dictionary form of each word."""
        return [token.lemmas[0] for token in self._analyzer.tokens(text)]

    def wanted(self, query: str) -> list[str]:
        """The dictionary forms a query asks for, without the small words."""
        return sorted(set(self.lemmas(query)) - DROPPED)

    def snippet(self, text: str, wanted: Collection[str]) -> str:
        """The beginning of ``text`` from the first word found, the words found in bold."""
        found = [token for token in self._analyzer.tokens(text) if token.lemmas[0] in wanted]
        at = max(0, (found[0].start if found else 0) - _BEFORE)
        last = min(len(text), at + _WIDTH)
        pieces = []
        for token in found:
            if at <= token.start and token.end <= last:
                pieces += [escape(text[at : token.start])]
                pieces += [f"<b>{escape(text[token.start : token.end])}</b>"]
                at = token.end
        return "".join([*pieces, escape(text[at:last])])
