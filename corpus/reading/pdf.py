"""PDF with a text layer, by ``pdfminer.six``: lines as set, a form feed after each page."""

from __future__ import annotations

import io
from collections.abc import Iterator

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import (
    LAParams,
    LTChar,
    LTPage,
    LTTextBox,
    LTTextGroup,
    LTTextGroupTBRL,
)
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfexceptions import PDFException
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage

from corpus.errors import ReadingError
from corpus.reading.suspicion import refuse_pdf_bomb

_LETTERS_A_PAGE = 8
"""Fewer letters a page than this, and the pages are pictures."""
_MAX_BOXES = 250
"""Blocks of a page whose order is found from the columns they form: that takes quadratic time and
more. A page with more of them is a table or a map, and is read from the top down."""

_MAX_CHARACTERS = 60_000
"""Characters of one page; the fullest page of small print has a third of it."""
_FLOW = 0.5
"""How much a block's height on the page decides its order, against its column (the default)."""


def extract(data: bytes) -> str:
    """The text of a document.

    Raises ``ReadingError`` for a protected, truncated or damaged one, and for a scan.
    """
    if b"%%EOF" not in data[-4096:]:
        raise ReadingError("файл усечён: возьмите его заново")
    refuse_pdf_bomb(data)
    try:
        text = "".join(_pages(data))
    except (PDFPasswordIncorrect, PDFEncryptionError) as error:
        raise ReadingError("файл защищён паролем: снимите защиту и добавьте снова") from error
    except PDFException as error:
        raise ReadingError("файл PDF повреждён: возьмите его заново") from error
    pages = max(1, text.count("\f"))
    letters = sum(1 for char in text if char.isalnum())
    if letters < _LETTERS_A_PAGE * pages:
        raise ReadingError("это скан без текстового слоя: распознайте его (OCR) и добавьте снова")
    return text


def _pages(data: bytes) -> Iterator[str]:
    """The text of each page, a form feed at its end."""
    resources = PDFResourceManager()
    device = PDFPageAggregator(resources)
    interpreter = PDFPageInterpreter(resources, device)
    for number, sheet in enumerate(PDFPage.get_pages(io.BytesIO(data)), 1):
        interpreter.process_page(sheet)
        page = device.get_result()
        if sum(isinstance(item, LTChar) for item in page) > _MAX_CHARACTERS:
            raise ReadingError(f"на странице {number} непомерно много знаков: PDF не читаю")
        page.analyze(LAParams(boxes_flow=None))
        yield "".join(f"{box.get_text()}\n" for box in _in_reading_order(page)) + "\f"


def _in_reading_order(page: LTPage) -> list[LTTextBox]:
    """A page's blocks of text as ``pdfminer`` orders them, unless there are too many for that."""
    boxes = [box for box in page if isinstance(box, LTTextBox)]
    if 1 < len(boxes) <= _MAX_BOXES:
        groups = page.group_textboxes(LAParams(boxes_flow=_FLOW), boxes)
        return [box for group in groups for box in _leaves(group)]
    return boxes


def _leaves(group: LTTextBox | LTTextGroup) -> Iterator[LTTextBox]:
    """The blocks of a group, ordered as in ``LTTextGroupLRTB.analyze``.

    That method itself would give every line, analysed already, a second line end.
    """
    if isinstance(group, LTTextBox):
        yield group
        return
    if isinstance(group, LTTextGroupTBRL):
        parts = sorted(group, key=lambda o: -(1 + _FLOW) * (o.x0 + o.x1) - (1 - _FLOW) * o.y1)
    else:
        parts = sorted(group, key=lambda o: (1 - _FLOW) * o.x0 - (1 + _FLOW) * (o.y0 + o.y1))
    for part in parts:
        yield from _leaves(part)
