"""OpenSearch: the engine for a library that several machines serve (extra ``pravila[cluster]``).

connection.py   a client for the cluster, retries, and what its refusals mean in one line
indices.py      the indices of one library there: names, template, alias, what may be deleted
schema.py       fields and settings of an index
loading.py      passages into a new index, no faster than the cluster takes them
translation.py  an ``EngineQuery`` in the query language of OpenSearch
engine.py       the engine: build, check, open, search
"""
