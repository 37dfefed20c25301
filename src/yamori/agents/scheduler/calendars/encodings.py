"""From the octets of a calendar file to its logical lines of text.

Lines are folded by octets (RFC 5545, 3.1), within a character too, so that they are unfolded before anything is decoded. A property of
vCalendar 1.0, and of programs that mix it with its successor, may have a transfer encoding (quoted-printable, base64) and a character
set of its own.
"""

import base64
import binascii
import codecs
import quopri
import re
from collections.abc import Iterator

_VERSION_1 = re.compile(rb"^VERSION:1\.0[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_BREAK = re.compile(rb"\r*\n|\r")
_QUOTED = re.compile(rb"[A-Z-]+(?:;[^:;]*)*;(?:ENCODING=)?\"?QUOTED-PRINTABLE[\";:]", re.IGNORECASE)
_SPLIT_ESCAPE = re.compile(rb"[ \t][0-9A-F]{2}")
_MARKER = re.compile(rb"(?:BEGIN|END):[A-Z-]+[ \t\r]*", re.IGNORECASE)
_OF_ITS_OWN = re.compile(rb";(?:ENCODING=|CHARSET=|QUOTED-PRINTABLE|BASE64|8BIT)", re.IGNORECASE)
_WHOLE = re.compile(rb'([A-Z0-9-]+)((?:;[^:;"]*(?:"[^"]*"[^:;"]*)*)*):(.*)', re.IGNORECASE | re.DOTALL)
_PARAMETER = re.compile(r';((?:[^;"]|"[^"]*")*)')
_NO_ESCAPE = re.compile(r"\\(?![\\;,nN])")
_ENCODINGS = {"QUOTED-PRINTABLE": "Q", "BASE64": "B", "B": "B", "8BIT": "", "7BIT": ""}
_TEXTS = frozenset({b"SUMMARY", b"DESCRIPTION", b"LOCATION"})
"""Properties whose base64 is text rather than a picture."""
_WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "iso2022_jp": "iso2022_jp_ext",
    "euc_kr": "cp949",
}
"""What files that name a character set really hold."""


def unfolded(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The logical lines of a file, each with the number of the line on which it begins.

    The soft line breaks of a quoted-printable value are left in it (`=`, then a line feed), for `decoded_line`.
    """
    if content.count(b"\r") != content.count(b"\r\n"):  # carriage returns alone, or several before a line feed
        content = _BREAK.sub(b"\n", content)
    keeps_space = _VERSION_1.search(content) is not None
    pieces: list[bytes] = []
    begun, soft = 0, False
    for number, raw in enumerate(content.split(b"\n"), start=1):
        line = raw.removesuffix(b"\r")
        if soft and not _MARKER.fullmatch(line):
            # Where a fold stands between an equals sign and its digits, that is no soft line break.
            split = not keeps_space and _SPLIT_ESCAPE.match(line) is not None
            pieces.append(line[1:] if split else b"\n" + line)
        elif pieces and line[:1] in (b" ", b"\t"):
            # vCalendar 1.0 folds where there is white space, which stays.
            pieces.append(line if keeps_space else line[1:])
        else:
            if pieces:
                yield begun, b"".join(pieces)
            pieces, begun = ([line], number) if line.strip() else ([], 0)
        soft = line.endswith(b"=") and bool(pieces) and _QUOTED.match(pieces[0]) is not None
    if pieces:
        yield begun, b"".join(pieces)


def decoded_line(octets: bytes) -> tuple[str, bool]:
    """A logical line as text, without a transfer encoding or character set of its own; whether all of it could be read."""
    if _OF_ITS_OWN.search(octets) is not None and (match := _WHOLE.fullmatch(octets)) is not None:
        found = _of_its_own(match[1], match[2], match[3])
        if found is not None:
            return found
    try:
        return octets.decode("utf-8"), True
    except UnicodeDecodeError:
        return octets.decode("utf-8", "replace"), False


def _of_its_own(name: bytes, parameters: bytes, value: bytes) -> tuple[str, bool] | None:
    """The line where it has an encoding or a character set of its own; None for any other."""
    kept, encoding, charset = [], "", ""
    for parameter in _PARAMETER.findall(parameters.decode("utf-8", "replace")):
        key, equals, given = parameter.partition("=")
        known = _ENCODINGS.get((given if key.upper() == "ENCODING" else "" if equals else key).strip(' "').upper())
        if known is not None:
            encoding = known
        elif key.upper() == "CHARSET":
            charset = given.strip(' "')
        elif equals:
            kept.append(parameter)
    binary = encoding == "B" and (name.upper() not in _TEXTS or any(p.upper() == "VALUE=BINARY" for p in kept))
    if binary or not (encoding or charset):
        return None
    text, readable = _decoded(value, encoding, charset)
    if encoding:  # its line breaks are real ones, and few of its backslashes escape anything
        text = _NO_ESCAPE.sub(r"\\\\", text).replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").replace("\n", "\\n")
    return "".join((name.decode(), *(f";{parameter}" for parameter in kept), ":", text)), readable


def _decoded(value: bytes, encoding: str, charset: str) -> tuple[str, bool]:
    raws = [value]
    match encoding:
        case "Q":
            # A soft line break may be followed by a fold's space, which is none of the text: it is told by a character that it tears.
            raws = [quopri.decodestring(value), quopri.decodestring(re.sub(rb"=\n[ \t]", b"", value))]
        case "B":
            try:
                raws = [base64.b64decode(re.sub(rb"[ \t]", b"", value), validate=True)]
            except binascii.Error:
                return value.decode("utf-8", "replace"), False
    for codec in _codecs(charset):
        for raw in raws:
            try:
                return raw.decode(codec), True
            except (UnicodeError, LookupError):  # the latter: a codec that is none of text
                continue
    return raws[0].decode("utf-8", "replace"), False


def _codecs(charset: str) -> list[str]:
    """The codecs that a name may mean, what files really hold first; UTF-8 where there is no name or none that is known."""
    try:
        name = codecs.lookup(charset).name if charset else "utf-8"
    except LookupError:
        return ["utf-8"]
    return [_WIDER.get(name, name), name, "utf-8"]
