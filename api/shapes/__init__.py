"""What routes answer, as OpenAPI describes it: the JSON contract of ``docs/architecture.md``.

The models describe; answers are not put through them on their way out (tests and schemathesis check
that they fit).
"""

from api.shapes.citations import Citations
from api.shapes.laws import Chains, Law
from api.shapes.reading import Document, Documents, ShownUnit
from api.shapes.search import Results, Suggestions
from api.shapes.service import Alive, ReadyQueries, Serving

__all__ = [
    "Alive",
    "Chains",
    "Citations",
    "Document",
    "Documents",
    "Law",
    "ReadyQueries",
    "Results",
    "Serving",
    "ShownUnit",
    "Suggestions",
]
