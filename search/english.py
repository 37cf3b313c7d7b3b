"""Base forms of English words, for queries in the language of the original Laws.

The texts searched are Russian; English reaches them through the glossary, whose English labels
are short noun phrases. So the rule only has to bring a typed form («revoked», «claims», British
«unauthorised») and a label's form to one common candidate; candidates that are not words do no
harm because nothing is indexed under them.
"""

from __future__ import annotations

_VOWELS = frozenset("aeiouy")


def base_forms(word: str, endings: bool = True) -> tuple[str, ...]:
    """Candidates for the base form of lower-case ``word``, the word itself first.

    ``endings``: also without -ed and -ing.
    """
    found = [word]

    def add(candidate: str) -> None:
        if len(candidate) >= 3 and candidate not in found:
            found.append(candidate)

    american = _american(word)
    add(american)
    for form in (word, american):
        stem = form.removesuffix("'s")
        add(stem)
        if stem.endswith("ies") and len(stem) > 4:
            add(stem[:-3] + "y")
        elif stem.endswith(("ses", "xes", "zes", "ches", "shes")):
            add(stem[:-2])
            add(stem[:-1])
        elif stem.endswith("s") and not stem.endswith(("ss", "us", "is")):
            add(stem[:-1])
        for suffix in ("ed", "ing") if endings else ():
            root = stem.removesuffix(suffix)
            if root == stem or len(root) < 2 or not _VOWELS & set(root):
                continue
            if root.endswith("i") and suffix == "ed":
                add(root[:-1] + "y")
            add(root)
            add(root + "e")
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls":
                add(root[:-1])
    return tuple(found)


def _american(word: str) -> str:
    """British -is- and -our- as the American -iz- and -or- («penalise», «honour»)."""
    for british in ("ise", "ised", "ises", "ising", "isation", "isations"):
        if word.endswith(british) and len(word) > len(british) + 3:
            return word[: -len(british)] + "iz" + british[2:]
    for british in ("our", "ours"):
        if word.endswith(british) and len(word) > len(british) + 2:
            return word[: -len(british)] + "or" + british[3:]
    return word
