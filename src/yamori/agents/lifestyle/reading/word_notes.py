"""Footnotes, endnotes and comments of a Word file, put below the paragraph that they belong to: mammoth lists them at the end."""

from typing import Any

from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.language import language_of

_KINDS = ("footnote-", "endnote-", "comment-")
_BLOCKS = frozenset({"p", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
_BACK = "↑"
"""The link from a note back to its place."""


def with_notes_in_place(markup: str, authors: dict[str, str]) -> str:
    """`authors` of comments, by their ids."""
    if not any(f'href="#{kind}' in markup for kind in _KINDS):
        return markup
    from lxml import etree

    tree = etree.fromstring(f"<div>{markup}</div>".encode(), etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False))
    said = {note.get("id"): _text(note) for note in tree.iter("li", "dt") if str(note.get("id") or "").startswith(_KINDS)}
    lists = {note.getparent() for note in tree.iter("li", "dt") if str(note.get("id") or "").startswith(_KINDS)}
    for reference in [a for a in tree.iter("a") if str(a.get("href") or "")[1:] in said and _list_of(a) not in lists]:
        identity = str(reference.get("href"))[1:]
        note = etree.Element("p")
        note.text = _marked(said[identity], identity, authors)
        _below(reference, note)
        mark = reference.getparent() if reference.getparent().tag == "sup" else reference
        _without(mark)
    for notes in lists:
        _without(notes)
    return str(etree.tostring(tree, encoding="unicode", method="html"))


def _text(note: Any) -> str:
    """Of a note, or of what stands beside the name of a comment."""
    element = note.getnext() if note.tag == "dt" else note
    return line("".join(element.itertext())).removesuffix(_BACK).strip() if element is not None else ""


def _marked(said: str, identity: str, authors: dict[str, str]) -> str:
    if not identity.startswith("comment-"):
        return said
    author = authors.get(identity.removeprefix("comment-"), "")
    if not author:
        return TEXTS.said(language_of(said), "reading.comment", text=said)
    return TEXTS.said(language_of(said), "reading.comment_by", author=author, text=said)


def _list_of(element: Any) -> Any:
    return next(element.iterancestors("ol", "dl"), None)


def _below(reference: Any, note: Any) -> None:
    """After the paragraph of the reference, or the table that it stands in; a second one after the first."""
    table = next(reference.iterancestors("table"), None)
    place = table if table is not None else next((a for a in reference.iterancestors() if a.tag in _BLOCKS), reference)
    if place.tag == "li":
        place.append(note)
        return
    while (after := place.getnext()) is not None and after.get("data-note"):
        place = after
    note.set("data-note", "1")
    tail, place.tail = place.tail, None
    place.addnext(note)
    note.tail = tail


def _without(element: Any) -> None:
    """Taken out; the text behind it stays."""
    parent, before = element.getparent(), element.getprevious()
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
