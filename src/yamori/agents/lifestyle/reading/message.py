"""What a message consists of: texts to read as its body, and what is attached. Nothing is read here but structure."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage, MIMEPart

from yamori.agents.lifestyle.reading.characters import line

_DEEPEST = 30
"""Multiparts in multiparts; what is deeper is not there."""
_STUB = 60
"""Characters of a plain text beside a page: so few only say that there is a page."""
_SIGNATURES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-keys"}
)
_ENDINGS = {
    "application/pdf": ".pdf",
    "text/calendar": ".ics",
    "text/csv": ".csv",
    "text/html": ".html",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "message/rfc822": ".eml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "image/png": ".png",
    "image/jpeg": ".jpg",
}
"""Of what has no name of its own."""


@dataclass(frozen=True, slots=True)
class Body:
    """A text of the message itself, plain or as a page."""

    part: MIMEPart
    page: bool


@dataclass(frozen=True, slots=True)
class Attachment:
    part: MIMEPart
    name: str

    @property
    def message(self) -> EmailMessage | None:
        """The message that is attached, where it is one."""
        inner = self.part.get_payload(0) if self.part.get_content_type() == "message/rfc822" and self.part.is_multipart() else None
        return inner if isinstance(inner, EmailMessage) else None


def contents(message: MIMEPart) -> Iterator[Body | Attachment]:
    """In the order of the message. Pictures that its page shows, and signatures of programs, are no attachments."""
    number = 0
    for found in _walked(message, 0, shown=False):
        if isinstance(found, Attachment):
            number += 1
            found = found if found.name else Attachment(found.part, f"{number}{_ENDINGS.get(found.part.get_content_type(), '')}")
        yield found


def _walked(part: MIMEPart, depth: int, *, shown: bool) -> Iterator[Body | Attachment]:
    """`shown`: it is part of a page, which shows the pictures that come with it."""
    kind = part.get_content_type()
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        children = [child for child in part.iter_parts() if isinstance(child, MIMEPart)] if depth < _DEEPEST else []
        if kind == "multipart/alternative":
            yield from _one_of(children, depth)
        else:
            for child in children:
                yield from _walked(child, depth + 1, shown=shown or kind == "multipart/related")
        return
    name = _name(part)
    attached = part.get_content_disposition() == "attachment"
    if kind in ("text/plain", "text/html") and not attached and not name:
        yield Body(part, kind == "text/html")
    elif kind not in _SIGNATURES and not (part.get_content_maintype() == "image" and (shown or (not attached and part["Content-ID"]))):
        yield Attachment(part, name)


def _one_of(children: list[MIMEPart], depth: int) -> Iterator[Body | Attachment]:
    """The plain text, or the page where that says more; with what comes with either."""
    found = [piece for child in children for piece in _walked(child, depth + 1, shown=True)]
    bodies = [piece for piece in found if isinstance(piece, Body)]
    plain, page = (next((body for body in bodies if body.page is wanted), None) for wanted in (False, True))
    if page is not None and (plain is None or len(payload(plain.part).strip()) < _STUB):
        yield page
    elif plain is not None:
        yield plain
    yield from (piece for piece in found if isinstance(piece, Attachment))


def payload(part: MIMEPart) -> bytes:
    """Decoded as far as it can be."""
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):  # what the library raises on encodings that are none
        return b""
    return data if isinstance(data, bytes) else b""


def _name(part: MIMEPart) -> str:
    try:
        return line(part.get_filename() or "").replace("/", "_")[-120:]
    except (ValueError, LookupError, TypeError, AttributeError, IndexError):  # the parser of headers fails on some that are malformed
        return ""
