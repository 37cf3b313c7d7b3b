"""Ours with its index on an OpenSearch cluster that runs already."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from opensearchpy import OpenSearch

from bench.peers import folder_size
from bench.peers.ours import Ours
from corpus.cluster import Cluster
from search.building import ENGINE
from search.finder import build_index, open_finder
from search.opensearch.engine import OpenSearchEngine, read_record
from search.passages import Passage


class OnCluster(Ours):
    """The index is deleted from the cluster when it has been asked."""

    def __init__(self, urls: str, folder: Path):
        """``urls`` are the nodes' addresses, separated by commas."""
        super().__init__("opensearch", folder)
        key = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
        self._cluster = Cluster(tuple(urls.split(",")), name=f"pravila-bench-{key[:8]}", key=key)

    def build(self, passages: Iterable[Passage]) -> int:
        """Build it; its size is that of the files here and of one copy of every shard there."""
        build_index(passages, self._folder, self._engine, cluster=self._cluster)
        record = read_record(self._folder / ENGINE)
        if record is None:
            raise RuntimeError(f"no record of an index in {self._folder}")
        with closing(OpenSearch(list(self._cluster.urls))) as client:
            # By segments: the sum that the cluster keeps is up to ten seconds late.
            there = client.indices.segments(index=record.index)["indices"][record.index]
        stored = sum(
            int(segment["size_in_bytes"])
            for copies in there["shards"].values()
            for copy in copies
            if copy["routing"]["primary"]
            for segment in copy["segments"].values()
        )
        return folder_size(self._folder) + stored

    def open(self) -> float:
        """Open it."""
        self._finder = open_finder(self._folder, self._engine, cluster=self._cluster)
        return 0.0

    def cpu(self) -> float:
        """This process's seconds and those of all nodes."""
        with closing(OpenSearch(list(self._cluster.urls))) as client:
            nodes = client.nodes.stats(metric="process")["nodes"].values()
        spent = sum(node["process"]["cpu"]["total_in_millis"] for node in nodes)
        return super().cpu() + float(spent) / 1000

    def close(self) -> None:
        """Close it and delete the index."""
        super().close()
        OpenSearchEngine(self._cluster).tidy(())
