"""The words of the game: which forms belong to which headword.

A general dictionary takes «пик» and «пику» apart, turns «алерта» into «алерот» and has never heard
of «кю-бид». ``lexicon.tsv`` lists the game's headwords, how they inflect and what else means the
same word; a form found there gets the headword (and nothing else, unless it is a *kin* word), any
other Russian form gets every lemma of the general dictionary that is not improbable.

``lexicon.tsv`` can be edited: ``headword <TAB> like <TAB> same word <TAB> kin``. ``like`` is read
by ``inflection.inflect`` (empty: a noun of the general dictionary). The third column holds other
spellings and words of the same meaning, all forms of which lead to the headword (``слово``,
``слово:образец``, ``=форма`` for one form only). The fourth holds derived words («блефовый»,
«алертировать») whose forms lead to the headword *and* keep their own lemmas. A line with ``*`` for
``like`` lists verbs of one deed («дать», «давать»), which stand for each other in the names of
notions and nowhere else; one with ``~`` words of one meaning («нечаянно», «случайно»), by which
only a query is read. ``#`` starts a comment.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from corpus.errors import SettingsError
from search.english import base_forms
from search.folding import fold, is_cyrillic, is_latin
from search.inflection import dictionary_lemmas, in_dictionary, inflect

SOURCE = Path(__file__).with_name("lexicon.tsv")
COMPILED = Path(__file__).with_name("lexicon_forms.json")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Form → lemmas of the game's words; immutable, safe to share between threads.

    ``forms``: folded form → folded lemmas, headword first. ``display``: folded lemma → the headword
    as people write it («онер» → «онёр»). ``partners``: folded verb → verbs of the same deed.
    ``synonyms``: folded word → words of the same meaning.
    ``digest``: SHA-256 of the sources, for an index to notice that it was built with another
    dictionary.
    """

    forms: Mapping[str, tuple[str, ...]]
    display: Mapping[str, str]
    partners: Mapping[str, tuple[str, ...]]
    synonyms: Mapping[str, tuple[str, ...]]
    digest: str
    _of: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def lemmas(self, form: str) -> tuple[str, ...]:
        """Lemmas of one word form in any spelling; never empty for a non-empty form."""
        folded = fold(form)
        found = self.forms.get(folded)
        if found is not None:
            return found
        if is_latin(folded):
            return base_forms(folded)
        if not is_cyrillic(folded):
            return (folded,)
        return dictionary_lemmas(folded)

    def has(self, form: str) -> bool:
        """True when the game's dictionary has this form."""
        return fold(form) in self.forms

    def headword(self, lemma: str) -> str:
        """The word to show for a lemma: «онер» → «онёр»; an unknown lemma is shown as it is."""
        return self.display.get(fold(lemma), lemma)

    def forms_of(self, headword: str) -> tuple[str, ...]:
        """Every known form that leads to ``headword``, sorted; a word not listed is inflected."""
        lemma = fold(headword)
        if not self._of:
            table: dict[str, list[str]] = {}
            for form, lemmas in self.forms.items():
                for item in lemmas:
                    table.setdefault(item, []).append(form)
            self._of.update({key: tuple(sorted(value)) for key, value in table.items()})
        return self._of.get(lemma) or tuple(sorted(inflect(lemma)))

    def extended(self, path: Path) -> Lexicon:
        """This dictionary with the user's file added; the user's lines win.

        Raises ``SettingsError`` with the line number when the file is not of the form above.
        """
        text = _read(path)
        forms, display, partners, synonyms = _expand(text, str(path))
        return Lexicon(
            {**self.forms, **forms},
            {**self.display, **display},
            {**self.partners, **partners},
            {**self.synonyms, **synonyms},
            hashlib.sha256((self.digest + text).encode()).hexdigest(),
        )


def load(path: Path | None = None) -> Lexicon:
    """The bundled dictionary, or the one in ``path`` alone.

    The bundled one is read from its compiled form when that was made from the present
    ``lexicon.tsv``, and expanded afresh otherwise.
    """
    source = path or SOURCE
    text = _read(source)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if path is None and COMPILED.exists():
        compiled = json.loads(COMPILED.read_text(encoding="utf-8"))
        if compiled["digest"] == digest:
            forms, partners, synonyms = (
                {form: tuple(lemmas.split()) for form, lemmas in compiled[name].items()}
                for name in ("forms", "partners", "synonyms")
            )
            return Lexicon(forms, compiled["display"], partners, synonyms, digest)
    return Lexicon(*_expand(text, source.name), digest)


def compile_bundled() -> str:
    """The text ``lexicon_forms.json`` should have."""
    text = _read(SOURCE)
    forms, display, partners, synonyms = _expand(text, SOURCE.name)
    data = {
        "digest": hashlib.sha256(text.encode()).hexdigest(),
        "display": display,
        "forms": {form: " ".join(lemmas) for form, lemmas in forms.items()},
        "partners": {verb: " ".join(verbs) for verb, verbs in partners.items()},
        "synonyms": {word: " ".join(words) for word, words in synonyms.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


@lru_cache(maxsize=1)
def bundled() -> Lexicon:
    """The bundled dictionary, read once."""
    return load()


@lru_cache(maxsize=1 << 18)
def lemmas(form: str) -> tuple[str, ...]:
    """Lemmas of ``form`` by the bundled dictionary; cached, safe in threads."""
    return bundled().lemmas(form)


def headword(lemma: str) -> str:
    """The word to show for ``lemma`` (bundled dictionary)."""
    return bundled().headword(lemma)


def forms_of(headword: str) -> tuple[str, ...]:
    """Every form of ``headword`` (bundled dictionary)."""
    return bundled().forms_of(headword)


def is_known(form: str) -> bool:
    """True when the game's or the general dictionary has this very form."""
    folded = fold(form)
    return bundled().has(folded) or (is_cyrillic(folded) and in_dictionary(folded))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(
            f"Словарь {path} не читается ({error.strerror}): проверьте путь и права на файл."
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"Словарь {path} не в UTF-8: сохраните его в этой кодировке."
        ) from error


_Table = dict[str, tuple[str, ...]]


def _expand(text: str, name: str) -> tuple[_Table, dict[str, str], _Table, _Table]:
    own: dict[str, list[str]] = {}
    same: dict[str, _Table] = {"*": {}, "~": {}}
    kin: dict[str, list[str]] = {}
    display: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) > 4 or not cells[0]:
            raise SettingsError(
                f"{name}, строка {number}: нужно «слово⇥образец⇥то же слово⇥родственные слова»."
            )
        word, like, variants, derived = [*cells, "", "", ""][:4]
        lemma = fold(word)
        if like in same:
            row = [lemma, *(fold(item) for item in (variants + " " + derived).split())]
            table = same[like]
            for item in row:
                others = dict.fromkeys((*table.get(item, ()), *row))
                table[item] = tuple(other for other in others if other != item)
            continue
        display[lemma] = word
        _add(own, inflect(word, like or "NOUN"), [lemma])
        for item in variants.split():
            _add(own, _forms(item, like), [lemma])
        for item in derived.split():
            base = fold(item.lstrip("=").split(":")[0])
            display.setdefault(base, item.lstrip("=").split(":")[0])
            for form in _forms(item, ""):
                general = dictionary_lemmas(form) if in_dictionary(form) else ()
                _add(kin, [form], [base, *general, lemma])
    for form, found in kin.items():
        _add(own, [form], found)
    return (
        {form: tuple(found) for form, found in sorted(own.items())},
        {lemma: shown for lemma, shown in sorted(display.items()) if lemma != shown},
        dict(sorted(same["*"].items())),
        dict(sorted(same["~"].items())),
    )


def _forms(item: str, like: str) -> tuple[str, ...]:
    if item.startswith("="):
        return (fold(item[1:]),)
    word, _, pattern = item.partition(":")
    if not pattern:
        lemma = fold(word)
        pattern = next((tag for tag in ("INFN", "ADJF") if _looks(lemma, tag)), "NOUN")
        if like and pattern == "NOUN":
            pattern = like
    return inflect(word, pattern)


def _looks(lemma: str, tag: str) -> bool:
    endings = {"INFN": ("ть", "ться", "ти"), "ADJF": ("ый", "ий", "ой")}
    return lemma.endswith(endings[tag])


def _add(table: dict[str, list[str]], forms: Iterable[str], found: list[str]) -> None:
    for form in forms:
        row = table.setdefault(form, [])
        row.extend(lemma for lemma in found if lemma not in row)
