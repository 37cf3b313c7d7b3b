"""Real files of every kind, made by the libraries that make them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import msoffcrypto
from docx.opc.constants import CONTENT_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from ebooklib import epub
from odf import table as odf_table
from odf import text as odf_text
from odf.opendocument import OpenDocumentText
from odf.style import ListLevelProperties, Style
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

HEADING = "ПРАВИЛО 23. Несданный ход"
PARAGRAPH = "Если игрок пасует вне очереди, применяется Правило 30А (см. также Правило 17)."
NOTE = "Судья решает, была ли ошибка умышленной."
POINTS = ("Право на выход", "Право на штраф")

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_FOOTNOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
# A font of the reader's own, with Cyrillic letters: no font file is needed to make a PDF.
_FONT = "HeiseiMin-W3"
pdfmetrics.registerFont(UnicodeCIDFont(_FONT))


def saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def word(*, footnote: bool = False, deleted: bool = False) -> bytes:
    """A Word file: heading, paragraph, lettered list with numbered points below, table, note."""
    document = docx.Document()
    document.add_heading(HEADING, 1)
    paragraph = document.add_paragraph(PARAGRAPH)
    if footnote:
        _add_footnote(document, paragraph)
    if deleted:
        _add_deleted(paragraph)
    number = _lettered_list(document)
    for level, words in ((0, POINTS[0]), (1, "Первая подробность"), (1, "Вторая"), (0, POINTS[1])):
        _point(document.add_paragraph(words), number, level)
    document.add_paragraph("точка списка", style="List Bullet")
    grid = document.add_table(rows=2, cols=4)
    for place, words in enumerate(("W", "N", "E", "S", "1БК", "пас", "2♣", "пас")):
        grid.cell(place // 4, place % 4).text = words
    document.add_paragraph("Конец.")
    return saved(document)


def _lettered_list(document: Any) -> str:
    """A list «A.» with points «1.1» below, as Word's dialogue makes it; returns its number."""
    numbering = document.part.numbering_part.element
    abstract = OxmlElement("w:abstractNum")
    abstract.set(qn("w:abstractNumId"), "77")
    for level, form, pattern in ((0, "upperLetter", "%1."), (1, "decimal", "%1%2.")):
        made = OxmlElement("w:lvl")
        made.set(qn("w:ilvl"), str(level))
        for tag, value in (("w:start", "1"), ("w:numFmt", form), ("w:lvlText", pattern)):
            child = OxmlElement(tag)
            child.set(qn("w:val"), value)
            made.append(child)
        abstract.append(made)
    numbering.insert(0, abstract)
    return str(numbering.add_num(77).numId)


def _point(paragraph: Any, number: str, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_numId().val = int(number)
    properties.get_or_add_ilvl().val = level


def _add_footnote(document: Any, paragraph: Any) -> None:
    xml = (
        f'<w:footnotes xmlns:w="{_W}"><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
        f'<w:footnote w:id="1"><w:p><w:r><w:t>{NOTE}</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    name = PackURI("/word/footnotes.xml")
    part = Part(name, CONTENT_TYPE.WML_FOOTNOTES, xml.encode(), document.part.package)
    document.part.relate_to(part, _FOOTNOTES)
    reference = OxmlElement("w:footnoteReference")
    reference.set(qn("w:id"), "1")
    paragraph.add_run()._r.append(reference)


def _add_deleted(paragraph: Any) -> None:
    """A tracked deletion and a tracked insertion."""
    for tag, inner, words in (("w:del", "w:delText", "вычеркнуто"), ("w:ins", "w:t", " вписано")):
        change, run, text = OxmlElement(tag), OxmlElement("w:r"), OxmlElement(inner)
        text.text = words
        run.append(text)
        change.append(run)
        paragraph._p.append(change)


def word_with_password(password: str = "секрет") -> bytes:
    out = io.BytesIO()
    msoffcrypto.OfficeFile(io.BytesIO(word())).encrypt(password, out)
    return out.getvalue()


def open_document() -> bytes:
    """An OpenDocument file with the same contents as ``word``."""
    document = OpenDocumentText()
    style = odf_text.ListStyle(name="Laws")
    for level, form in ((1, "A"), (2, "1")):
        made = odf_text.ListLevelStyleNumber(level=level, numformat=form, numsuffix=".")
        made.setAttribute("displaylevels", 1)
        made.addElement(ListLevelProperties(spacebefore=f"{level}cm"))
        style.addElement(made)
    document.automaticstyles.addElement(style)
    document.automaticstyles.addElement(Style(name="P1", family="paragraph"))
    document.text.addElement(odf_text.H(outlinelevel=1, text=HEADING))
    paragraph = odf_text.P(text=PARAGRAPH)
    note = odf_text.Note(noteclass="footnote")
    note.addElement(odf_text.NoteCitation(text="1"))
    body = odf_text.NoteBody()
    body.addElement(odf_text.P(text=NOTE))
    note.addElement(body)
    paragraph.addElement(note)
    document.text.addElement(paragraph)
    points = odf_text.List(stylename=style)
    for words in POINTS:
        item = odf_text.ListItem()
        item.addElement(odf_text.P(text=words))
        points.addElement(item)
        if words == POINTS[0]:
            below = odf_text.List()
            for detail in ("Первая подробность", "Вторая"):
                inner = odf_text.ListItem()
                inner.addElement(odf_text.P(text=detail))
                below.addElement(inner)
            item.addElement(below)
    document.text.addElement(points)
    grid = odf_table.Table(name="auction")
    for line in (("W", "N", "E", "S"), ("1БК", "пас", "2♣", "пас")):
        row = odf_table.TableRow()
        for words in line:
            cell = odf_table.TableCell()
            cell.addElement(odf_text.P(text=words))
            row.addElement(cell)
        grid.addElement(row)
    document.text.addElement(grid)
    return saved(document)


def rich_text() -> bytes:
    r"""RTF as Word writes it for Russian: cp1251 escapes in the text, ``\uN`` in the note."""

    def escaped(words: str) -> str:
        return "".join(f"\\'{b:02x}" if b > 127 else chr(b) for b in words.encode("cp1251"))

    note = "".join(f"\\u{ord(c)}?" if ord(c) > 127 else c for c in NOTE)
    return (
        r"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset204 Times New Roman;}}"
        r"{\colortbl ;\red0\green0\blue0;}{\*\generator Made by hand;}\f0 "
        rf"{escaped(HEADING)}\par {escaped(PARAGRAPH)}"
        r"{\super\chftn}{\footnote\pard {\super\chftn} " + note + r"}\par "
        r"\trowd W\cell N\cell E\cell S\cell\row 1\cell 2\cell 3\cell 4\cell\row "
        r'{\field{\*\fldinst HYPERLINK "http://example.org/"}{\fldrslt ' + escaped("ссылка") + "}}"
        r"\par \{" + escaped("в скобках") + r"\}\par }"
    ).encode("ascii")


def web_page(encoding: str = "utf-8") -> bytes:
    return (
        f'<!DOCTYPE html><html><head><meta charset="{encoding}"><title>Заглавие</title>'
        f"<style>p {{ color: red }}</style><script>alert('скрипт')</script></head><body>"
        f"<h1>{HEADING}</h1><!-- примечание --><p>Если игрок\n  пасует <b>вне очереди</b>, "
        f"применяется Правило 30А<sup>1</sup> и 10<sup>2</sup>&nbsp;раз.<br>Новая строка</p>"
        f'<ol type="A"><li>{POINTS[0]}<ol><li>Первая подробность<li>Вторая</ol><li>{POINTS[1]}</ol>'
        "<ul><li>точка списка</ul><table><tr><th>W<th>N<th>E<th>S<tr><td>1БК<td>пас<td>2<td>пас"
        "</table><p hidden>скрытое</p></body></html>"
    ).encode(encoding)


def portable(*pages: list[str], password: str | None = None) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, encrypt=password)
    for lines in pages:
        text = canvas.beginText(50, 750)
        text.setFont(_FONT, 12)
        for line in lines:
            text.textLine(line)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def columns() -> bytes:
    """A page of two columns."""
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFont(_FONT, 10)
    for side, place in (("левый", 50), ("правый", 320)):
        for number in range(12):
            height = 780 - number * 13
            canvas.drawString(place, height, f"{side} столбец {number} с длинной строкой слов")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def strewn(words: int, length: int = 5) -> bytes:
    """A page with words here and there, as on a map."""
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFont(_FONT, 2)
    for number in range(words):
        across = 20 + number % 40 * 14 + number % 7
        word = str(10_000 + number).rjust(length, "1")
        canvas.drawString(across, 20 + number // 40 * 0.9, word)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def scan() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    for _ in range(3):
        canvas.drawImage(ImageReader(Image.new("L", (200, 300), 200)), 0, 0, 400, 600)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def book(tmp: Path) -> bytes:
    made = epub.EpubBook()
    made.set_identifier("laws")
    made.set_title("Правила")
    made.set_language("ru")
    chapters = []
    for number, words in enumerate((PARAGRAPH, NOTE), 1):
        chapter = epub.EpubHtml(title=f"Глава {number}", file_name=f"c{number}.xhtml", lang="ru")
        chapter.content = f"<h1>Глава {number}</h1><p>{words}</p>"
        made.add_item(chapter)
        chapters.append(chapter)
    made.toc = chapters
    made.add_item(epub.EpubNcx())
    made.add_item(epub.EpubNav())
    made.spine = ["nav", *chapters]
    epub.write_epub(str(tmp / "made.epub"), made)
    return (tmp / "made.epub").read_bytes()


def rezipped(archive: bytes, changes: dict[str, bytes]) -> bytes:
    """An archive with members replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            if name not in changes:
                new.writestr(name, old.read(name))
        for name, data in changes.items():
            new.writestr(name, data)
    return out.getvalue()
