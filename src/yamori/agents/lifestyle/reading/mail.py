"""A message: who wrote when about what, its text, and what is attached to it, each file by the reader of its kind."""

from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from yamori.agents.lifestyle.reading import html, places, text
from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.events import Content, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import LONGEST_HEADING, MOST_ATTACHED_MESSAGES, MOST_ATTACHMENTS, MOST_MAIL
from yamori.agents.lifestyle.reading.message import Attachment, Body, contents, payload
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.reading.whole import content
from yamori.agents.lifestyle.rules.passages import Part

_HEADERS = ("From", "To", "Date", "Subject")
_MOST_NAMED = 50
"""Attachments that the head of a message names."""


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    message = BytesParser(policy=policy.default).parsebytes(content(path, name, most=MOST_MAIL))
    assert isinstance(message, EmailMessage)
    subject = _header(message, "Subject")[:LONGEST_HEADING]
    yield Opened(kind=Kind.MAIL, title=subject or PurePath(name).stem)
    with TemporaryDirectory(prefix="attachments-") as folder:
        yield from _Attachments(Path(folder)).message(message, (subject,) if subject else (), depth=0)


class _Attachments:
    """Reads a message with all that is attached to it, up to the limits of one paper."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def message(self, message: EmailMessage, above: tuple[str, ...], *, depth: int) -> Iterator[Content]:
        found = list(contents(message))
        attached = [piece for piece in found if isinstance(piece, Attachment)]
        lines = [f"{header}: {value}" for header in _HEADERS if (value := _header(message, header))]
        lines += [f"Attachment: {piece.name}" for piece in attached[:_MOST_NAMED]]
        if lines:
            yield Part(text="\n".join(lines), headings=above)
        for body in found:
            if isinstance(body, Body):
                for part in _parts(body):
                    yield replace(part, headings=(*above, *part.headings))
        for piece in attached:
            yield from self._attachment(piece, above, depth=depth)

    def _attachment(self, attachment: Attachment, above: tuple[str, ...], *, depth: int) -> Iterator[Content]:
        where = places.attachment(attachment.name)
        self._count += 1
        if self._count > MOST_ATTACHMENTS or (attachment.message is not None and depth >= MOST_ATTACHED_MESSAGES):
            why = f"of one message {MOST_ATTACHMENTS} attachments are read, and messages in messages {MOST_ATTACHED_MESSAGES} deep"
            yield Skipped(where=where, why=why, reason=Reason.TOO_LARGE)
            return
        yield Turned(page=0)
        some = False
        try:
            for event in self._read(attachment, depth=depth):
                match event:
                    case Part():
                        some = True
                        source = event.source or (attachment.name if event.headings else None)
                        yield replace(event, headings=(*above, attachment.name, *event.headings), source=source)
                    case Skipped():
                        some = True
                        yield replace(event, where=places.within(where, event.where))
                    case Turned():
                        yield Turned(page=0)
                    case Opened():
                        pass
        except Unreadable as refused:
            yield Skipped(where=where, why=str(refused), reason=refused.reason)
        except RecursionError:
            yield Skipped(where=where, why=f"{attachment.name} is nested too deeply", reason=Reason.DAMAGED)
        except MemoryError:
            raise
        except Exception as error:  # any library's complaint about one file: the rest of the message is read
            yield Skipped(where=where, why=f"{attachment.name} is damaged: {type(error).__name__}", reason=Reason.DAMAGED)
        else:
            if not some:
                yield Skipped(where=where, why=f"there is no text in {attachment.name}", reason=Reason.EMPTY)

    def _read(self, attachment: Attachment, *, depth: int) -> Iterator[Content]:
        from yamori.agents.lifestyle.reading import files

        if (inner := attachment.message) is not None:
            subject = _header(inner, "Subject")[:LONGEST_HEADING]
            yield from self.message(inner, (subject,) if subject else (), depth=depth + 1)
            return
        path = self._folder / str(self._count)
        path.write_bytes(_data(attachment))
        try:
            yield from files.contents(path, attachment.name)
        finally:
            path.unlink(missing_ok=True)


def _data(attachment: Attachment) -> bytes:
    """A text is in the encoding that the message names, which is nowhere in the text; a page mostly says it itself."""
    part, data = attachment.part, payload(attachment.part)
    if part.get_content_maintype() != "text" or part.get_content_type() == "text/html":
        return data
    return decoded(data, stated=part.get_content_charset()).encode("utf-8", "replace")


def _parts(body: Body) -> Iterator[Part]:
    shown = decoded(payload(body.part), stated=body.part.get_content_charset())
    return html.parts(shown) if body.page else text.parts(shown)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return line(str(message.get(name, "")))
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):  # the parser of headers fails on some that are malformed
        return ""
