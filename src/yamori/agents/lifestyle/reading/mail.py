"""A message: who wrote when about what, its text, and the names of what is attached."""

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from pathlib import Path, PurePath

from yamori.agents.lifestyle.reading import html, text
from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.events import Content, Opened
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import LONGEST_HEADING
from yamori.agents.lifestyle.reading.whole import content
from yamori.agents.lifestyle.rules.passages import Part

_TOLD = ("From", "To", "Date", "Subject")
_STUB = 60
"""Characters of a plain text beside a page: so few only say that there is a page."""


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    message = BytesParser(policy=policy.default).parsebytes(content(path, name))
    assert isinstance(message, EmailMessage)
    subject = _header(message, "Subject")[:LONGEST_HEADING]
    yield Opened(kind=Kind.MAIL, title=subject or PurePath(name).stem)
    above = (subject,) if subject else ()
    told = [f"{header}: {value}" for header in _TOLD if (value := _header(message, header))]
    attached = [line(part.get_filename() or "") for part in message.iter_attachments()] if message.is_multipart() else []
    told += [f"Attachment: {file}" for file in attached if file]
    if told:
        yield Part(text="\n".join(told), headings=above)
    for part in _body(message):
        yield Part(text=part.text, headings=(*above, *part.headings))


def _header(message: EmailMessage, name: str) -> str:
    try:
        return line(str(message.get(name, "")))
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):  # the parser of headers fails on some that are malformed
        return ""


def _body(message: EmailMessage) -> list[Part]:
    plain, page = message.get_body(("plain",)), message.get_body(("html",))
    written = _text(plain) if plain is not None else ""
    if page is not None and len(written.strip()) < _STUB and (shown := list(html.parts(_text(page)))):
        return shown
    return list(text.parts(written))


def _text(part: MIMEPart) -> str:
    payload = part.get_payload(decode=True)
    return decoded(payload, stated=part.get_content_charset()) if isinstance(payload, bytes) else ""
