# Words for what one does often; everything also works without make (README.md).

PYTHON = .venv/bin/python

.PHONY: setup test test-cluster test-fuseki

setup:
	python3 start.py setup

test:
	python3 start.py test

# Starts three nodes of OpenSearch on loopback, runs the tests on them, stops them. The server comes
# from Maven Central; a Java from 11 to 23 runs it.
test-cluster:
	PRAVILA_CLUSTER=1 $(PYTHON) -m pytest tests/cluster

# Runs the tests of publishing the graph on Apache Jena Fuseki too, beside Oxigraph. The server comes
# from Maven Central; Java 17 or newer runs it.
test-fuseki:
	PRAVILA_FUSEKI=1 $(PYTHON) -m pytest tests/kg/test_publish.py tests/kg/test_publish_faults.py -k fuseki
