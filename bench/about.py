"""How well a passage that names no law is told what it is about.

    python -m bench.about [--terms GLOSSARY.ttl] [--errors]

The curated attributions of one meeting are hidden, with all its citations; everything else is
known; each hidden passage is guessed. Accuracy@1 and @3 at the level of whole laws and of exact
provisions, for every meeting in turn, with and without the glossary.
"""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from corpus.document import Document
from corpus.read import bundled_documents
from kg import nodes
from kg.about import targets
from kg.citation import Citation
from kg.citations import cite
from kg.inference import Terms, contexts, guesses, learn
from kg.rdf.labels import laws_of_labels

ROOT = Path(__file__).parents[1]


def hidden(document: Document) -> Document:
    """The document without anything an editor said of it: attributions, headings put back."""
    units = tuple(
        replace(u, attribution=(), heading=None if u.curated else u.heading) for u in document.units
    )
    return replace(document, units=units)


def root(number: str) -> str:
    """The whole law a provision belongs to."""
    return (nodes.ancestors(number) or (number,))[-1]


def measure(
    documents: Iterable[Document], citations: dict[str, list[Citation]], terms: Terms, errors: bool
) -> dict[str, list[bool]]:
    """For every hidden passage whether each measure is met."""
    found: dict[str, list[bool]] = {"law@1": [], "law@3": [], "exact@1": [], "exact@3": []}
    documents = list(documents)
    for held in documents:
        gold = {
            u.id: {
                t for a in u.attribution for said in (*a.laws, *a.targets) for t in targets(said)
            }
            for u in held.units
            if u.passage and any(a.confidence in ("high", "medium") for a in u.attribution)
        }
        named = {c.unit: set[str]() for c in citations[held.meta.id] if c.unit}
        for c in citations[held.meta.id]:
            if c.unit:
                named[c.unit] |= set(c.targets)
        # what a passage names itself is not left to inference
        gold = {u: laws for u, laws in gold.items() if laws and not laws & named.get(u, set())}
        if not gold:
            continue
        others = [d for d in documents if d is not held]
        model = learn(others, [c for d in others for c in citations[d.meta.id]], terms)
        blind = hidden(held)
        around = contexts(blind, citations[held.meta.id])
        for unit in blind.units:
            if unit.id not in gold:
                continue
            ranked = [g.target for g in guesses(model, unit, around[unit.id])]
            wanted, whole = gold[unit.id], {root(t) for t in gold[unit.id]}
            roots = list(dict.fromkeys(root(t) for t in ranked))[:3]
            ranked = ranked[:3]
            found["law@1"].append(bool(roots[:1]) and roots[0] in whole)
            found["law@3"].append(bool(whole & set(roots)))
            found["exact@1"].append(bool(ranked[:1]) and ranked[0] in wanted)
            found["exact@3"].append(bool(wanted & set(ranked)))
            if errors and not found["law@1"][-1]:
                print(f"  {unit.id}: {ranked} instead of {sorted(wanted)}: {unit.text[:70]!r}")
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=Path, default=ROOT / "search" / "glossary.ttl")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    documents = bundled_documents()
    citations = {d.meta.id: list(cite(d)) for d in documents}
    glossary = laws_of_labels(options.terms.read_bytes(), "1997")
    for name, terms in (("texts and subjects", []), ("with the glossary", glossary)):
        found = measure(documents, citations, terms, options.errors and bool(terms))
        size = len(found["law@1"])
        figures = "  ".join(f"{k} {sum(v) / size:.3f}" for k, v in found.items())
        print(f"{name:20} {size} passages  {figures}")


if __name__ == "__main__":
    main()
