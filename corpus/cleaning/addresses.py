"""«Öн», «Öжа» and their like: «Г-н», «Г-жа» whose letter was lost in a change of encodings.

A capital of the Latin-1 table glued to «н», «на», «жа»… stands for «Г» and a hyphen; a small one
for «г» and a hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "form-of-address"
EXAMPLES = (
    ("Öн Коэйман добавил", "Г-н Коэйман добавил"),
    ("выступила Öжа Герард", "выступила Г-жа Герард"),
    ("Öl und Ösen", "Öl und Ösen"),
)

_DAMAGED = re.compile(r"[À-ÖØ-Þß-öø-ÿ](?=(?:н|на|ну|ном|не|жа|жи|же|жу|жой|жею)(?!\w))")


def find(text: str) -> Iterator[Found]:
    """Every damaged form of address; only the damaged letter is replaced."""
    for match in _DAMAGED.finditer(text):
        if match.start() and text[match.start() - 1].isalnum():
            continue
        after = "Г-" if match.group().isupper() else "г-"
        yield Found(match.start(), match.end(), after, KIND)
