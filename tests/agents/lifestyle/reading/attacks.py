"""Files that were made to hurt whoever opens them. All are small; what they claim to be is not."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from email.message import EmailMessage

Attack = Callable[[], tuple[str, bytes]]
"""The name of the file and what is in it."""


def pdf(*objects: str, streams: dict[int, bytes] | None = None, root: int = 1) -> bytes:
    """Numbered from 1, without a table of where they stand: PDFium finds them."""
    made = [b"%PDF-1.7\n"]
    for number, body in enumerate(objects, 1):
        stream = (streams or {}).get(number)
        tail = b"" if stream is None else b"stream\n" + stream + b"\nendstream"
        made.append(b"%d 0 obj%s%s endobj\n" % (number, body.encode(), tail))
    return b"".join([*made, b"trailer<</Root %d 0 R>>" % root])


def one_page_a_million_times() -> tuple[str, bytes]:
    return "million.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1000000/Kids[3 0 R]>>", "<</Type/Page>>")


def one_written_page_very_often() -> tuple[str, bytes]:
    text = b"BT /F 12 Tf 72 700 Td (The key lies under the pot.) Tj ET"
    return "often.pdf", pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count 60000/Kids[{'3 0 R ' * 60_000}]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
        "/Contents 4 0 R>>",
        f"<</Length {len(text)}>>",
        streams={4: text},
    )


def page_tree_of_itself() -> tuple[str, bytes]:
    return "circle.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2000000/Kids[2 0 R 2 0 R 2 0 R]/Parent 2 0 R>>")


def bookmarks_of_themselves() -> tuple[str, bytes]:
    return "bookmarks.pdf", pdf(
        "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
        "<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>",
        "<</Title(again)/Parent 4 0 R/Next 6 0 R/First 6 0 R/Dest[3 0 R/Fit]>>",
        "<</Title(again)/Parent 5 0 R/Next 5 0 R/First 5 0 R/Dest[3 0 R/Fit]>>",
    )


def forms_in_forms() -> tuple[str, bytes]:
    """Each draws the next ten times."""
    deep = 12
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>",
    ]
    streams = {}
    for number in range(4, 4 + deep):
        streams[number] = b"/X Do " * 10
        head = f"/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</X {number + 1} 0 R>>>>" if number > 4 else ""
        objects.append(f"<<{head}/Length {len(streams[number])}>>")
    streams[4 + deep] = b"BT /F 12 Tf (deep) Tj ET"
    objects.append(f"<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Length {len(streams[4 + deep])}>>")
    return "forms.pdf", pdf(*objects, streams=streams)


def stream_that_unpacks_without_end() -> tuple[str, bytes]:
    """A gigabyte of drawing in a megabyte, packed twice."""
    packed = zlib.compress(zlib.compress(b"BT (a) Tj ET " * 40_000_000, 9), 9)
    return "stream.pdf", pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        f"<</Length {len(packed)}/Filter[/FlateDecode/FlateDecode]>>",
        streams={4: packed},
    )


def page_of_a_million_miles() -> tuple[str, bytes]:
    """Nothing but a picture on it, so that it would be drawn for the OCR engine."""
    draw = b"/X Do"
    return "poster.pdf", pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99999999999 99999999999]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>",
        f"<</Length {len(draw)}>>",
        "<</Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>",
        streams={4: draw, 5: b"x"},
    )


def no_page() -> tuple[str, bytes]:
    return "none.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 0/Kids[]>>")


def tags_in_tags() -> tuple[str, bytes]:
    return "deep.html", b"<!doctype html><p>Seen.</p>" + b"<div>" * 300_000 + b"deep"


def tables_in_tables() -> tuple[str, bytes]:
    return "tables.html", b"<!doctype html>" + b"<table><tr><td>x" * 3_000


def attributes_without_end() -> tuple[str, bytes]:
    return "wide.html", b"<!doctype html><p " + b" ".join(b"a%d=1" % n for n in range(1_000_000)) + b">Seen."


def style_sheet_of_braces() -> tuple[str, bytes]:
    return "style.html", b"<!doctype html><style>" + b"@media a{" * 200_000 + b"</style><p>Seen."


def comments_without_end() -> tuple[str, bytes]:
    return "comments.html", b"<!-- " * 400_000


def entities_that_multiply() -> tuple[str, bytes]:
    entities = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    return "laughs.html", f'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa">{entities}]><html><p>&j;</p></html>'.encode()


def picture_of_entities() -> tuple[str, bytes]:
    entities = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    outside = '<!ENTITY out SYSTEM "http://127.0.0.1:9/secret">'
    return "picture.svg", f'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">{entities}{outside}]><svg><text>&j;&out;</text></svg>'.encode()


def message_in_message() -> tuple[str, bytes]:
    head = b"From: a@b.example\nSubject: x\nDate: Mon, 02 Nov 2026 09:00:00 +0100\n"
    return "deep.eml", head + b"Content-Type: message/rfc822\n\n" * 5_000 + b"deep"


def multiparts_in_multiparts() -> tuple[str, bytes]:
    head = b"From: a@b.example\nSubject: x\nMIME-Version: 1.0\n"
    return "parts.eml", head + b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(1_500)
    ) + b"\ndeep"


def message_of_many_parts() -> tuple[str, bytes]:
    head = b'From: a@b.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="M"\n\n'
    part = b"--M\nContent-Disposition: attachment; filename=%d.txt\nContent-Type: text/plain\n\nx\n"
    return "many.eml", head + b"".join(part % n for n in range(4_000)) + b"--M--\n"


def header_of_megabytes() -> tuple[str, bytes]:
    return (
        "header.eml",
        b"From: a@b.example\nSubject: " + b"=?utf-8?Q?=41?= " * 300_000 + b"\nTo: " + b"(" * 100_000 + b"\n\nHello there.\n",
    )


def message_of_broken_encodings() -> tuple[str, bytes]:
    head = b'From: =?x-none?B?!!!?=\nSubject: =?utf-16?B?AAA?=\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="M"\n\n'
    part = b"--M\nContent-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: base64\n\n=\n!!\xff\xfe\n"
    return "broken.eml", head + part * 50 + b"--M\n\nThe meter is in the cellar.\n--M--"


def zip_in_mail() -> tuple[str, bytes]:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@b.example", "The bill"
    message.set_content("The bill is attached.")
    bomb = word_that_unpacks_without_end()[1]
    for n in range(3):
        message.add_attachment(bomb, maintype="application", subtype="octet-stream", filename=f"bill{n}.docx")
    return "bombs.eml", bytes(message)


def line_of_a_hundred_megabytes() -> tuple[str, bytes]:
    return "line.jsonl", b'{"question": "q?", "answer": "a"}\n{"question": "' + b"x" * 100_000_000


def braces_in_braces() -> tuple[str, bytes]:
    deep = 200_000
    return "deep.jsonl", b'{"question": "q?", "answer": "a"}\n{"question": ' + b'{"a":' * deep + b"1" + b"}" * deep + b"}\n"


def number_without_end() -> tuple[str, bytes]:
    return "number.jsonl", b'{"question": "q?", "answer": "a"}\n{"question": ' + b"9" * 900_000 + b', "answer": "a"}\n'


def quotes_in_quotes() -> tuple[str, bytes]:
    return "deep.md", b"# Care\n\nWipe it.\n\n" + b">" * 100_000 + b" deep\n\n" + b"".join(b" " * n + b"- x\n" for n in range(2_000))


def emphasis_without_end() -> tuple[str, bytes]:
    return "stars.md", b"# Care\n\n" + b"*a **a " * 20_000 + b"\n\n" + b"[" * 20_000 + b"\n\n" + b"[a](" * 20_000 + b"\n\n" + b"`" * 99_999


def brackets_without_end() -> tuple[str, bytes]:
    return "links.md", b"# Care\n\n" + b"[a][b] ![" * 15_000 + b"\n\n" + b"<!-" * 60_000 + b"\n\n" + b"_" * 200_000 + b"a"


def word(body: bytes, **more: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        space = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        archive.writestr("word/document.xml", space + body + b"</w:body></w:document>")
        for name, content in more.items():
            archive.writestr(name.replace("__", "/"), content)
    return made.getvalue()


def word_that_unpacks_without_end() -> tuple[str, bytes]:
    return "bomb.docx", word(b" " * 60_000_000)


def word_that_lies_about_its_size() -> tuple[str, bytes]:
    data = bytearray(word(b"<w:p/>" * 5_000_000))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(mark) + place
        data[at : at + 4] = struct.pack("<I", 1_000)
    return "liar.docx", bytes(data)


def word_of_many_files() -> tuple[str, bytes]:
    return "many.docx", word(b"<w:p/>", **{f"x{n}": b"" for n in range(30_000)})


def word_of_paths_outside() -> tuple[str, bytes]:
    text = b"<w:p><w:r><w:t>The code is 1234.</w:t></w:r></w:p>"
    return "paths.docx", word(text, **{"..__..__..__tmp__yamori-was-here": b"x", "__tmp__yamori-was-here": b"x"})


def word_in_word() -> tuple[str, bytes]:
    inner = word(b"<w:p><w:r><w:t>Inside.</w:t></w:r></w:p>")
    return "inner.docx", word(b"<w:p><w:r><w:t>The code is 1234.</w:t></w:r></w:p>", word__embeddings__a=inner)


def tables_in_word_tables() -> tuple[str, bytes]:
    deep = 3_000
    return "tables.docx", word(b"<w:tbl><w:tr><w:tc>" * deep + b"<w:p/>" + b"</w:tc></w:tr></w:tbl>" * deep)


def zip_in_zip() -> tuple[str, bytes]:
    data = b"\x00" * 50_000_000
    for _ in range(4):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inner.zip", data)
        data = made.getvalue()
    return "zip.docx", data


def png() -> tuple[str, bytes]:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return "huge.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"\x00" * 9_000)) + chunk(b"IEND", b"")


def png_of_text_without_end() -> tuple[str, bytes]:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    text = chunk(b"zTXt", b"Comment\x00\x00" + zlib.compress(b"a" * 500_000_000, 9))
    size = struct.pack(">IIBBBBB", 10, 10, 8, 0, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\x00" * 110))
    return "text.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + text + body + chunk(b"IEND", b"")


def jpeg() -> tuple[str, bytes]:
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, 65_500, 65_500, 1) + b"\x01\x11\x00"
    return "huge.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + frame + b"\xff\xd9"


def gif() -> tuple[str, bytes]:
    return "huge.gif", b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0x80, 0, 0) + b"\x00" * 6 + b";"


def webp() -> tuple[str, bytes]:
    body = b"VP8L" + struct.pack("<I", 10) + b"\x2f" + struct.pack("<I", 16_383 | (16_383 << 14)) + b"\x00" * 5
    return "huge.webp", b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def tiff() -> tuple[str, bytes]:
    def entry(tag: int, value: int) -> bytes:
        return struct.pack("<HHII", tag, 4, 1, value)

    fields = [
        entry(256, 1_000_000),
        entry(257, 1_000_000),
        entry(258, 8),
        entry(259, 1),
        entry(262, 1),
        entry(273, 8),
        entry(278, 1_000_000),
    ]
    return "huge.tif", b"II*\x00" + struct.pack("<IH", 8, len(fields)) + b"".join(fields) + struct.pack("<I", 0)


def tiff_of_itself() -> tuple[str, bytes]:
    """Its only frame is followed by itself."""

    def entry(tag: int, value: int) -> bytes:
        return struct.pack("<HHII", tag, 4, 1, value)

    fields = [entry(256, 1), entry(257, 1), entry(258, 8), entry(259, 1), entry(262, 1), entry(273, 8), entry(278, 1), entry(279, 1)]
    return "circle.tif", b"II*\x00" + struct.pack("<IH", 8, len(fields)) + b"".join(fields) + struct.pack("<I", 8)


def text_of_one_letter() -> tuple[str, bytes]:
    return "letter.txt", b"a" * 12_000_000


def text_of_spaces() -> tuple[str, bytes]:
    return "spaces.txt", b"a" + b" " * 500_000 + b"b\n" + b"\t" * 500_000 + "・".encode() * 100_000


def text_of_signs() -> tuple[str, bytes]:
    return "signs.txt", b"\n".join([b"=" * 200_000, b"(" * 200_000, b"1." * 100_000, b"<" * 200_000, b"Q1" * 100_000]) * 3


ATTACKS: tuple[Attack, ...] = tuple(
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", None) == __name__ and name not in ("pdf", "word")
)
