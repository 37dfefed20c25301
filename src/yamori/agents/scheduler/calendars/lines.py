"""The lines of an iCalendar file (RFC 5545, 3.1), with their numbers, as nested blocks; what is broken is noted and left out.

How octets become these lines is `encodings`' part. It keeps every line as it stood, so that a calendar can be written back with nothing
changed but what we mean to change.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from icalendar.parser import Contentline

from yamori.agents.scheduler.calendars.encodings import decoded_line, unfolded
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.domain.plain_text import strip_controls

MOST_NOTES = 1000
"""Of one file: a file of nonsense has a note for each of its lines."""
_DEEPEST = 8
_LONGEST_LINE = 256 * 1024
_TOP = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"})
_PLAIN = re.compile(r'([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)', re.DOTALL)
_PARAMETER = re.compile(r';([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Line:
    """One property."""

    number: int
    """Of the file, from 1; where a folded line begins."""
    name: str
    """In capitals."""
    parameters: Mapping[str, str]
    """Names in capitals, values without their quotes."""
    value: str
    """Escaped, as it stood."""
    whole: str
    """The line as it stood, unfolded and in UTF-8; one of vCalendar 1.0 without its transfer encoding."""

    @property
    def text(self) -> str:
        """The value of a TEXT property, without what a terminal would obey."""
        text = _ESCAPE.sub(lambda m: "\n" if m[1] in "nN" else m[1], self.value)
        return strip_controls(text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(kw_only=True)
class Block:
    """A component: its properties and what is inside it, as they stood."""

    name: str
    number: int
    lines: list[Line] = field(default_factory=list)
    blocks: list["Block"] = field(default_factory=list)

    def first(self, name: str) -> Line | None:
        for line in self.lines:
            if line.name == name:
                return line
        return None

    def every(self, name: str) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.name == name)

    def text(self, name: str) -> str:
        """The first TEXT of this name; empty where there is none."""
        line = self.first(name)
        return line.text if line is not None else ""

    def written(self) -> Iterator[str]:
        """Its unfolded lines."""
        yield f"BEGIN:{self.name}"
        for line in self.lines:
            yield line.whole
        for block in self.blocks:
            yield from block.written()
        yield f"END:{self.name}"


@dataclass(frozen=True, kw_only=True)
class Parsed:
    """A file's blocks, VCALENDARs as a rule."""

    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]


def octets_of(content: str | bytes) -> bytes:
    """A file in UTF-8, without a byte order mark. One in UTF-16 says so by its mark."""
    if isinstance(content, str):
        content = content.encode("utf-8", "replace")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace").encode("utf-8", "replace")
    return content.removeprefix(b"\xef\xbb\xbf")


def line_of(whole: str, number: int = 0) -> Line:
    """One unfolded line. Raises `ValueError`."""
    match = _PLAIN.fullmatch(whole)
    if match is not None:
        parameters = {m[1].upper(): m[2].replace('"', "") for m in _PARAMETER.finditer(match[2])} if match[2] else _NOTHING
        return Line(number=number, name=match[1].upper(), parameters=parameters, value=match[3], whole=whole)
    name, several, value = Contentline(whole).raw_parts()  # type: ignore[no-untyped-call]
    parameters = {k.upper(): v if isinstance(v, str) else ",".join(v) for k, v in several.items()}
    return Line(number=number, name=name.upper(), parameters=parameters, value=value, whole=whole)


def parsed(content: str | bytes) -> Parsed:
    """A file's blocks with what was wrong in it; never raises."""
    stack: list[Block] = []
    found: list[Block] = []
    notes: list[Note] = []

    def note(why: Why, line: int, detail: str = "", title: str = "") -> None:
        if len(notes) < MOST_NOTES:
            notes.append(Note(why=why, line=line, detail=detail, title=title))

    def close() -> None:
        block = stack.pop()
        (stack[-1].blocks if stack else found).append(block)

    ignored = 0  # how deep we are in blocks that are too deep
    garbled = False
    for number, octets in unfolded(octets_of(content)):
        whole, readable = decoded_line(octets)
        if not readable and not garbled:
            garbled = True
            note(Why.NOT_UTF8, number)
        try:
            if len(whole) > _LONGEST_LINE:
                raise ValueError("it is too long")
            line = line_of(whole, number)
        except ValueError:
            note(Why.BROKEN_LINE, number, whole[:80])
            continue
        name = line.value.strip().upper()
        if line.name == "BEGIN":
            if ignored or len(stack) >= _DEEPEST:
                ignored += 1
                continue
            while name in _TOP and any(b.name in _TOP for b in stack):
                note(Why.NOT_CLOSED, number, stack[-1].name, stack[-1].text("SUMMARY"))
                close()
            stack.append(Block(name=name, number=number))
        elif line.name == "END":
            if ignored:
                ignored -= 1
                continue
            if not any(b.name == name for b in stack):
                note(Why.NOT_CLOSED, number, f"END:{name}")
                continue
            while stack[-1].name != name:
                note(Why.NOT_CLOSED, number, stack[-1].name, stack[-1].text("SUMMARY"))
                close()
            close()
        elif stack and not ignored:
            stack[-1].lines.append(line)
        elif not stack:
            note(Why.BROKEN_LINE, number, whole[:80])
    while stack:
        block = stack.pop()
        if block.name in _TOP:
            note(Why.CUT_SHORT, block.number, title=block.text("SUMMARY"))
        elif stack:
            continue
        else:
            found.append(block)
    return Parsed(blocks=tuple(found), notes=tuple(notes))


def escaped(text: str) -> str:
    """A TEXT value (RFC 5545, 3.3.11)."""
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\r\n", "\n").replace("\n", "\\n")


def folded(lines: Iterable[str]) -> bytes:
    """Lines of at most 75 bytes, ended as the standard wants them."""
    out = []
    for line in lines:
        raw = line.encode("utf-8", "replace")
        out.append(raw if len(raw) <= 75 else Contentline(line).to_ical())  # type: ignore[no-untyped-call]
    return b"\r\n".join(out) + b"\r\n"
