"""Write the compiled forms of the language data: ``python -m search.compile_language``.

``lexicon.tsv`` and ``glossary.ttl`` are what people edit; their compiled forms only spare a search
the second it would take to inflect the one and to parse the other. A stale compiled form is never
used (it carries the source's SHA-256), only slower.
"""

from __future__ import annotations

from search import glossary, lexicon


def main() -> None:
    """Rewrite both compiled files beside their sources."""
    lexicon.COMPILED.write_text(lexicon.compile_bundled(), encoding="utf-8")
    glossary.COMPILED.write_text(glossary.compile_bundled(), encoding="utf-8")


if __name__ == "__main__":
    main()
