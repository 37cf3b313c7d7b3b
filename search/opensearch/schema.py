"""Fields and settings of an index: explicit fields, nothing guessed, nothing stored but numbers.

Terms are joined by spaces and parted again by the whitespace analyzer, so that the cluster sees the
very terms the other engines see; BM25 has their constants.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from corpus.cluster import Cluster
from search.engine import FILTER_FIELDS, FORM_FIELD, TERM_FIELDS, Entry
from search.postings import K1, B

PASSAGE = "passage"
"""The passage's number, by which equal scores are ordered."""

LONGEST = 255
"""UTF-16 units of the longest token of the whitespace analyzer; a longer one would be cut up."""


def word(term: str) -> str:
    """A term as the cluster is given it, when indexing and when searching alike."""
    sound = term.encode("utf-8", "replace").decode("utf-8")
    if len(sound) < LONGEST and len(sound.encode("utf-16-le")) < 2 * LONGEST:
        return sound
    return f"{sound[:64]}#{hashlib.sha256(sound.encode()).hexdigest()}"


def source_of(entry: Entry) -> dict[str, Any]:
    """The JSON document of one passage."""
    fields: dict[str, Any] = {PASSAGE: entry.number}
    for name, terms in entry.fields.items():
        if terms:
            words = [word(term) for term in terms]
            fields[name] = words if name in FILTER_FIELDS else " ".join(words)
    return fields


def mappings() -> dict[str, Any]:
    """What the fields are. ``_source`` is off: snippets come from the library's own store."""
    fields: dict[str, Any] = {PASSAGE: {"type": "integer", "index": False, "doc_values": True}}
    for name in (*TERM_FIELDS, FORM_FIELD):
        fields[name] = {
            "type": "text",
            "analyzer": "whitespace",
            "index_options": "positions" if name == FORM_FIELD else "freqs",
        }
    for name in FILTER_FIELDS:
        fields[name] = {"type": "keyword", "doc_values": False}
    return {"dynamic": "strict", "_source": {"enabled": False}, "properties": fields}


def settings(cluster: Cluster) -> dict[str, Any]:
    """Settings of an index while it is filled."""
    return {
        "number_of_shards": cluster.shards,
        "number_of_replicas": cluster.replicas,
        "refresh_interval": "-1",
        # A node that is lost meanwhile is not waited for: copies are made elsewhere at once.
        "unassigned.node_left.delayed_timeout": "0s",
        "similarity": {"default": {"type": "BM25", "k1": K1, "b": B}},
    }


SEALED: Mapping[str, Any] = {
    "index": {
        "blocks.write": True,
        "refresh_interval": None,
        "unassigned.node_left.delayed_timeout": None,
    }
}
"""What changes when an index is complete: nobody writes to it any more."""
