"""PDF with a text layer, by ``pdfminer.six``: lines as set, a form feed after each page."""

from __future__ import annotations

import io

from pdfminer.high_level import extract_text
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfexceptions import PDFException

from corpus.errors import ReadingError
from corpus.reading.suspicion import refuse_pdf_bomb

_LETTERS_A_PAGE = 8
"""Fewer letters a page than this, and the pages are pictures."""


def extract(data: bytes) -> str:
    """The text of a document.

    Raises ``ReadingError`` for a protected, truncated or damaged one, and for a scan.
    """
    if b"%%EOF" not in data[-4096:]:
        raise ReadingError("файл усечён: возьмите его заново")
    refuse_pdf_bomb(data)
    try:
        text: str = extract_text(io.BytesIO(data))
    except (PDFPasswordIncorrect, PDFEncryptionError) as error:
        raise ReadingError("файл защищён паролем: снимите защиту и добавьте снова") from error
    except PDFException as error:
        raise ReadingError("файл PDF повреждён: возьмите его заново") from error
    pages = max(1, text.count("\f"))
    letters = sum(1 for char in text if char.isalpha())
    if letters < _LETTERS_A_PAGE * pages:
        raise ReadingError("это скан без текстового слоя: распознайте его (OCR) и добавьте снова")
    return text
