"""IRIs given on the command line: names of graphs, what the names of things begin with."""

from corpus.errors import SettingsError


def graph_name(iri: str | None) -> str | None:
    """The name of a graph. Raises ``SettingsError`` when it is no absolute IRI."""
    if iri is not None and not _absolute(iri):
        raise SettingsError(f"Имя графа – полный адрес (https://…/имя), а не «{iri}».")
    return iri


def checked_base(base: str | None) -> str | None:
    """What the names of things begin with. Raises ``SettingsError`` when it is no address."""
    if base is not None and not (
        _absolute(base) and base.startswith(("http://", "https://")) and base[-1] in "/#"
    ):
        raise SettingsError("Адрес начинается с https:// и кончается на «/» или «#».")
    return base


def _absolute(iri: str) -> bool:
    """Whether it is an absolute IRI (RFC 3987): nothing in it can be taken for anything else."""
    from pyoxigraph import NamedNode

    try:
        NamedNode(iri)
    except ValueError:  # also what is no Unicode text
        return False
    return True
