"""From a query's words to what the user means: layout, spelling, laws, notions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from search.analysis import LAW_MARK, Analyzer, Token
from search.corrections import Corrections, Notes
from search.families import bare_roots, family
from search.folding import fold
from search.glossary import Glossary
from search.lawrefs import LawMention, find_laws
from search.lexicon import bundled
from search.normalise import normal_form
from search.notions import Key, Notion, Role, Understood
from search.query import Atom, ParsedQuery
from search.stopwords import DROPPED, ENGLISH_SMALL, KEPT, WEAK
from search.vocabulary import Vocabulary
from search.weights import Weights

MAX_NOTIONS = 24
"""Of a longer query only the rarest so many notions are searched for."""

_MAX_TOKENS = 400
_MAX_PREFIX = 40
_INFLECTED = 0.7  # a quoted word in another form
_BREAK = ("§",)
_OWN_KEY = 0.75  # keys at least so heavy are the notion itself, not its neighbours
_LEAST_RARITY = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """What to search for: the notions, and the lemmas a passage must not hold."""

    notions: tuple[Notion, ...]
    excluded: tuple[tuple[Key, ...], ...]
    understood: Understood


class Reader:
    """Reads queries against one index: its vocabulary, its glossary. Thread-safe."""

    def __init__(
        self,
        analyzer: Analyzer,
        glossary: Glossary,
        vocabulary: Vocabulary,
        weights: Weights | None = None,
    ):
        self.analyzer = analyzer
        self.glossary = glossary
        self.vocabulary = vocabulary
        self.weights = weights or Weights()
        self.corrections = Corrections(analyzer, vocabulary)

    def read(
        self, query: ParsedQuery, verbatim: bool = False, as_typed: Collection[str] = ()
    ) -> Plan:
        """What ``query`` asks for.

        ``verbatim`` takes every word as typed: no layout, spelling or glossary; ``as_typed`` does
        so for the words listed (the one-click undo).
        """
        notes = Notes()
        typed = frozenset(fold(word) for word in as_typed)
        notions: list[Notion] = []
        excluded: list[tuple[Key, ...]] = []
        groups: dict[int, list[Notion]] = {}
        for atom in query.atoms:
            if atom.negative:
                excluded.append(self._excluded(atom))
                continue
            if atom.form == "phrase":
                found = self._phrase(atom)
            elif atom.form == "prefix":
                found = self._prefix(atom)
            else:
                found = self._words(atom, notes, verbatim, typed)
            groups.setdefault(atom.group, []).extend(found)
        for number, group in sorted(groups.items()):
            shared = sum(1 for a in query.atoms if a.group == number and not a.negative) > 1
            notions.extend([_either(group)] if shared and group else group)
        kept = self._rarest(notions)
        understood = Understood(
            corrected=tuple(dict.fromkeys(notes.corrected)),
            layout=tuple(dict.fromkeys(notes.layout)),
            laws=tuple(dict.fromkeys(notes.laws)),
            concepts=tuple(dict.fromkeys(notes.concepts)),
            dropped=tuple(dict.fromkeys(notes.dropped)),
            phrases=tuple(a.text for a in query.atoms if a.form == "phrase" and not a.negative),
            excluded=tuple(a.text for a in query.atoms if a.negative),
            unknown=tuple(dict.fromkeys(notes.unknown)),
            cut=query.cut or len(kept) < len(notions),
        )
        return Plan(kept, tuple(excluded), understood)

    # -- the forms of atoms ---------------------------------------------------------------

    def _excluded(self, atom: Atom) -> tuple[Key, ...]:
        if atom.form == "prefix":
            return tuple(k for notion in self._prefix(atom) for k in notion.keys)
        tokens = self.analyzer.tokens(atom.text)
        if len(tokens) > 1:
            forms = " ".join(token.form for token in tokens)
            return (Key("phrase", forms, 1.0, atom.text),)
        return tuple(
            Key("lemma", lemma, 1.0, atom.text) for token in tokens for lemma in token.lemmas
        )

    def _phrase(self, atom: Atom) -> list[Notion]:
        tokens = self.analyzer.tokens(atom.text)
        forms = tuple(token.form for token in tokens)
        if not forms:
            return []
        keys = [Key("phrase", " ".join(forms), 1.0, atom.text)]
        if len(tokens) == 1:
            keys += [Key("lemma", lemma, _INFLECTED, atom.text) for lemma in tokens[0].lemmas]
        shown = f"«{atom.text}»"
        return [
            Notion(Role.PHRASE, atom.text, shown, tuple(keys), atom.start, forms=forms, words=forms)
        ]

    def _prefix(self, atom: Atom) -> list[Notion]:
        start, shown = normal_form(atom.text), atom.text + "*"
        forms = [form for form in self.vocabulary.forms if form.startswith(start)]
        forms.sort(key=lambda form: (-self.vocabulary.forms[form], form))
        keys = tuple(Key("phrase", form, 1.0, shown) for form in forms[:_MAX_PREFIX] or [start])
        return [Notion(Role.PREFIX, shown, shown, keys, atom.start)]

    def _words(
        self, atom: Atom, notes: Notes, verbatim: bool, typed: frozenset[str]
    ) -> list[Notion]:
        text = atom.text
        if not verbatim:
            text = self.corrections.layout(text, notes, typed)
        mentions = [] if verbatim else find_laws(text, self._in_library)
        tokens = self.analyzer.tokens(text)[:_MAX_TOKENS]
        held = [self._mention_of(token, mentions) for token in tokens]
        if not verbatim:
            tokens, held = self.corrections.spelling(tokens, held, text, notes, typed)
        notions = [self._law(mention, atom.start + mention.start) for mention in mentions]
        notes.laws.extend((mention.surface, mention.targets) for mention in mentions)
        covered: set[int] = {n for n, mention in enumerate(held) if mention is not None}
        if not verbatim:
            notions += self._concepts(tokens, held, covered, notes, typed, atom.start)
        for number, token in enumerate(tokens):
            if number in covered:
                continue
            notion = self._word(token, notes, atom.start, verbatim)
            if notion is not None:
                notions.append(notion)
        return sorted(notions, key=lambda notion: notion.order)

    # -- notions ----------------------------------------------------------------------------

    @staticmethod
    def _mention_of(token: Token, mentions: Sequence[LawMention]) -> LawMention | None:
        return next((m for m in mentions if m.start <= token.start < m.end), None)

    def _in_library(self, law: str) -> bool:
        return self.vocabulary.count("law", law.lower()) > 0

    def law_notion(self, law: str) -> Notion:
        """The notion of one law given by its canonical number."""
        return self._law(LawMention(0, len(law), law, (law,), True), 0)

    def _law(self, mention: LawMention, order: int) -> Notion:
        weights = self.weights
        keys: list[Key] = []
        for place, target in enumerate(mention.targets):
            share = 1.0 if place == 0 else weights.other_reading
            law = target.lower()
            keys.append(Key("law", law, share, target))
            # Of a whole law the parts that are named: «63А3» for 63.
            named = LAW_MARK + law if law.isdigit() else law
            keys.append(Key("lemma", named, share * weights.law_in_text, target))
        factor = weights.law if mention.sure else weights.bare_law
        return Notion(Role.LAW, mention.surface, mention.targets[0], _best(keys), order, factor)

    def _concepts(
        self,
        tokens: Sequence[Token],
        held: Sequence[LawMention | None],
        covered: set[int],
        notes: Notes,
        typed: frozenset[str],
        offset: int,
    ) -> list[Notion]:
        row = [
            _BREAK if mention is not None or token.form in typed else token.lemmas
            for token, mention in zip(tokens, held, strict=True)
        ]
        found: dict[tuple[int, int], Notion] = {}
        for match in self.glossary.match(row):
            concept = self.glossary.concepts[match.concept_id]
            part = tokens[match.start : match.end]
            surface = " ".join(token.form for token in part)
            notes.concepts.append((surface, concept.id, concept.pref_ru))
            keys = self._concept_keys(concept.id, match.weight)
            place = (match.start, match.end)
            if place in found:
                found[place] = replace(found[place], keys=_best(found[place].keys + keys))
                continue
            if match.end - match.start == 1:
                keys += tuple(
                    Key("lemma", lemma, match.weight, surface) for lemma in part[0].lemmas
                )
            inside = any(s <= match.start and match.end <= e for s, e in found)
            found[place] = Notion(
                Role.CONCEPT,
                surface,
                concept.pref_ru,
                _best(keys),
                offset + part[0].start,
                factor=self.weights.nested if inside else 1.0,
                forms=tuple(token.form for token in part),
            )
            covered.update(range(match.start, match.end))
        notions = list(found.values())
        single = {start for start, end in found if end - start == 1}
        longer = {n for start, end in found if end - start > 1 for n in range(start, end)}
        own = [n for n in sorted(longer - single) if held[n] is None]
        notions += self._own_words([tokens[n] for n in own], offset)
        return notions

    def _own_words(self, tokens: Sequence[Token], offset: int) -> list[Notion]:
        """The words of longer names, so that a passage using the same words is preferred."""
        found = []
        for token in tokens:
            notion = self._word(token, Notes(), offset, relatives=False)
            if notion is not None and notion.role is Role.WORD:
                found.append(replace(notion, factor=notion.factor * self.weights.own_words))
        return found

    def _concept_keys(self, concept_id: str, weight: float) -> tuple[Key, ...]:
        weights = self.weights
        concept = self.glossary.concepts[concept_id]
        keys = [Key("notion", concept_id, weight, concept.pref_ru)]
        for others, share in (
            (concept.narrower, weights.narrower),
            (concept.related, weights.related),
            (concept.broader, weights.broader),
        ):
            for other in others:
                label = self.glossary.concepts[other].pref_ru
                keys.append(Key("notion", other, weight * share, label))
        laws = sorted({law for numbers in concept.laws.values() for law in numbers})
        for law in laws:
            share = weights.law_of_concept / len(laws) ** 0.5
            keys.append(Key("law", law.lower(), weight * share, law))
        return tuple(keys)

    def _word(
        self,
        token: Token,
        notes: Notes,
        offset: int,
        verbatim: bool = False,
        relatives: bool = True,
    ) -> Notion | None:
        if token.form in ENGLISH_SMALL:
            form = ENGLISH_SMALL[token.form]
            token = token._replace(form=form, lemmas=(form,))
        lemmas = set(token.lemmas)
        if lemmas & KEPT or token.form in KEPT:
            role, factor = Role.SMALL, self.weights.small_word
        elif (lemmas & DROPPED or token.form in DROPPED) and not verbatim:
            notes.dropped.append(token.form)
            return None
        else:
            role, factor = Role.WORD, self.weights.weak_word if lemmas & WEAK else 1.0
        keys = [Key("lemma", lemma, 1.0, token.form) for lemma in token.lemmas]
        if role is Role.WORD and relatives and not verbatim:
            keys += self._relatives(token.lemmas)
        known = any(self.vocabulary.count(key.field, key.term) for key in keys)
        if role is Role.WORD and relatives and not verbatim:
            keys += () if known else self._same_root(token.lemmas)
            keys += self._synonyms(token.lemmas)
        if token.form[:1].isdigit():
            keys.append(Key("number", token.form, 1.0, token.form))
            known = known or self.vocabulary.count("number", token.form) > 0
        if not known:
            notes.unknown.append(token.form)
        return Notion(
            role, token.form, token.form, tuple(keys), offset + token.start, factor, (token.form,)
        )

    def _relatives(self, lemmas: Sequence[str]) -> list[Key]:
        """Words of the texts with the same root, or for the same action, at a lower weight."""
        found: dict[str, Key] = {}
        for lemma in lemmas:
            for other in bundled().partners.get(lemma, ()):
                if other not in lemmas and self.vocabulary.count("lemma", other):
                    found.setdefault(other, Key("lemma", other, self.weights.family, other))
            root = family(lemma)
            if root is None:
                continue
            for other in self.vocabulary.relatives(root):
                if other not in lemmas:
                    found.setdefault(other, Key("lemma", other, self.weights.family, other))
        return list(found.values())

    def _synonyms(self, lemmas: Sequence[str]) -> list[Key]:
        """Words of the texts with the same meaning («нечаянно», «случайно»), at a lower weight."""
        words = dict.fromkeys(
            other for lemma in lemmas for other in bundled().synonyms.get(lemma, ())
        )
        return [
            Key("lemma", other, self.weights.meaning, other)
            for other in words
            if other not in lemmas and self.vocabulary.count("lemma", other)
        ]

    def _same_root(self, lemmas: Sequence[str]) -> list[Key]:
        """For a word that the texts have no relatives of: those with another prefix.

        «Переторговля» finds «торговля», «преднамеренно» finds «намерение».
        """
        share = self.weights.family**2
        roots = dict.fromkeys(root for lemma in lemmas for root in bare_roots(family(lemma)))
        found = dict.fromkeys(
            other for root in roots for other in self.vocabulary.with_any_prefix(root)
        )
        return [Key("lemma", other, share, other) for other in found]

    def _rarest(self, notions: Sequence[Notion]) -> tuple[Notion, ...]:
        if len(notions) <= MAX_NOTIONS:
            return tuple(notions)
        kept = sorted(notions, key=lambda n: (-self.rarity(n) * n.factor, n.order))[:MAX_NOTIONS]
        return tuple(sorted(kept, key=lambda n: n.order))

    def rarity(self, notion: Notion) -> float:
        """IDF of a notion: of the commonest of its own keys, as its synonyms are one word.

        0 for one that no passage can meet: it tells none from another.
        """
        vocabulary = self.vocabulary
        if notion.role is Role.PHRASE:
            return vocabulary.idf(min(vocabulary.forms.get(form, 0) for form in notion.words))
        if notion.role is Role.PREFIX:
            return vocabulary.idf(max(vocabulary.forms.get(key.term, 0) for key in notion.keys))
        own = [key for key in notion.keys if key.weight >= _OWN_KEY]
        # What the texts only have neighbours of is as common as those.
        for keys in (own, notion.keys):
            common = max((vocabulary.count(key.field, key.term) for key in keys), default=0)
            if common:
                return max(_LEAST_RARITY, vocabulary.idf(common))
        return 0.0


def _best(keys: Sequence[Key]) -> tuple[Key, ...]:
    """One key a term: the heaviest."""
    found: dict[tuple[str, str], Key] = {}
    for key in keys:
        place = (key.field, key.term)
        if place not in found or found[place].weight < key.weight:
            found[place] = key
    return tuple(found.values())


def _either(notions: Sequence[Notion]) -> Notion:
    """Notions joined by OR are one wish."""
    first = notions[0]
    return replace(
        first,
        surface=" | ".join(notion.surface for notion in notions),
        label=" или ".join(notion.label for notion in notions),
        keys=_best([key for notion in notions for key in notion.keys]),
        forms=tuple(form for notion in notions for form in notion.forms),
        words=(),
        factor=max(notion.factor for notion in notions),
    )
