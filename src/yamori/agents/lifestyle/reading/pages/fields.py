"""What was written into the fields of a form, and the notes on a page: the only module that speaks to PDFium about annotations."""

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from yamori.agents.lifestyle.reading.characters import line as shown

_MOST = 5_000
"""Annotations of a page that are looked at."""
_LONGEST = 20_000
"""Characters of one of them."""
_UNSEEN = 0x02 | 0x20
"""Flags of what is hidden, or not to be seen on a screen."""
_PASSWORD = 1 << 13
"""The flag of a field whose letters are not to be read over a shoulder."""


class Entry(Enum):
    WRITTEN = auto()
    """Typed or chosen."""
    TICKED = auto()
    """A box or a radio button, whether or not it is ticked."""
    TEXT = auto()
    """Written onto the page itself."""
    NOTE = auto()
    """Stuck onto it, or said of a marked place."""


@dataclass(frozen=True, slots=True)
class Field:
    """One of them, with its place as the page is seen; lengths as those of a `Line`."""

    entry: Entry
    value: str
    """Of a box: what it stands for, where the form says so."""
    name: str
    """What it is called where nothing stands beside it."""
    left: float
    right: float
    bottom: float
    top: float
    ticked: bool = False


def fields(page: Any) -> Iterator[Field]:
    """`page` is a `pypdfium2.PdfPage`; of one whose document was opened without its forms only the notes come."""
    import pypdfium2.raw as pdfium

    form = page.formenv
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            if not pdfium.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
                yield from _field(pdfium, form, annotation, _place(pdfium, page, annotation))
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _field(pdfium: Any, form: Any, annotation: Any, place: tuple[float, float, float, float]) -> Iterator[Field]:
    subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    if subtype == pdfium.FPDF_ANNOT_WIDGET:
        if form is not None and (made := _widget(pdfium, form, annotation, place)) is not None:
            yield made
    elif subtype != pdfium.FPDF_ANNOT_POPUP:
        said = shown(_text(lambda *into: pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", *into)))
        if said and subtype != pdfium.FPDF_ANNOT_LINK:
            yield Field(Entry.TEXT if subtype == pdfium.FPDF_ANNOT_FREETEXT else Entry.NOTE, said, "", *place)


def _widget(pdfium: Any, form: Any, annotation: Any, place: tuple[float, float, float, float]) -> Field | None:
    def text_of(function: Callable[..., int]) -> str:
        return shown(_text(lambda *into: function(form, annotation, *into)))

    name = text_of(pdfium.FPDFAnnot_GetFormFieldAlternateName) or text_of(pdfium.FPDFAnnot_GetFormFieldName)
    match pdfium.FPDFAnnot_GetFormFieldType(form, annotation):
        case pdfium.FPDF_FORMFIELD_CHECKBOX | pdfium.FPDF_FORMFIELD_RADIOBUTTON as kind:
            value = text_of(pdfium.FPDFAnnot_GetFormFieldExportValue) if kind == pdfium.FPDF_FORMFIELD_RADIOBUTTON else ""
            return Field(Entry.TICKED, value, name, *place, ticked=bool(pdfium.FPDFAnnot_IsChecked(form, annotation)))
        case pdfium.FPDF_FORMFIELD_COMBOBOX | pdfium.FPDF_FORMFIELD_LISTBOX:
            value = ", ".join(_chosen(pdfium, form, annotation)) or text_of(pdfium.FPDFAnnot_GetFormFieldValue)
        case pdfium.FPDF_FORMFIELD_TEXTFIELD:
            secret = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD
            value = "" if secret else text_of(pdfium.FPDFAnnot_GetFormFieldValue)
        case _:
            return None
    return Field(Entry.WRITTEN, value, name, *place) if value else None


def _chosen(pdfium: Any, form: Any, annotation: Any) -> Iterator[str]:
    for option in range(min(pdfium.FPDFAnnot_GetOptionCount(form, annotation), _MOST)):
        if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, option):
            label = shown(_text(lambda *into, option=option: pdfium.FPDFAnnot_GetOptionLabel(form, annotation, option, *into)))
            if label:
                yield label


def _text(get: Callable[..., int]) -> str:
    """What a function of PDFium writes, in its manner: asked for the size first."""
    size = min(get(None, 0), 2 * _LONGEST)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")


def _place(pdfium: Any, page: Any, annotation: Any) -> tuple[float, float, float, float]:
    """Left, right, bottom and top as the page is seen."""
    rect = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(annotation, rect)
    (left, right), (bottom, top) = sorted((rect.left, rect.right)), sorted((rect.bottom, rect.top))
    width, height = page.get_size()
    match page.get_rotation():
        case 90:
            return bottom, top, width - right, width - left
        case 180:
            return width - right, width - left, height - top, height - bottom
        case 270:
            return height - top, height - bottom, left, right
        case _:
            return left, right, bottom, top
