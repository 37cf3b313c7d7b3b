"""What a worker says on standard error: single lines, no tracebacks."""

from __future__ import annotations

import logging


def quiet() -> None:
    """Let warnings of this program through, one line each; uvicorn's own are for its developers.

    What fails in a request is answered and written to the log of incidents; what fails at the
    start is said by ``app``.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    logger = logging.getLogger("pravila")
    logger.setLevel(logging.INFO)
    if not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        logger.addHandler(handler)
        logger.propagate = False
