"""Text in pictures, by the program Tesseract where it is installed; it is called as a program, so that it brings no library along."""

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from yamori.agents.lifestyle.reading.characters import line, visible
from yamori.agents.lifestyle.reading.limits import OCR_SECONDS
from yamori.agents.lifestyle.reading.text import unwrapped

if TYPE_CHECKING:
    from PIL.Image import Image

_WANTED = ("eng", "jpn")
_BETWEEN = re.compile(r"(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) +(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])")
"""Spaces that the engine puts between Japanese characters."""


_TABLES_TOO = ("-c", "textord_tabfind_find_tables=0")
"""Its own search for tables loses their rows: of ten error codes in a manual none was left, and without it all ten."""


class Illegible(Exception):
    """No text came out; the message says why, in English."""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Tesseract as it is installed here."""

    program: str
    languages: tuple[str, ...]
    """Of those wanted; what it has otherwise where it has none of them."""

    def paragraphs(self, image: "Image") -> Iterator[str]:
        """Raises `Illegible`."""
        data = io.BytesIO()
        image.save(data, "PNG", compress_level=1)
        command = [self.program, "stdin", "stdout", "-l", "+".join(self.languages), "--psm", "3", *_TABLES_TOO]
        try:
            done = subprocess.run(command, input=data.getvalue(), capture_output=True, timeout=OCR_SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            raise Illegible(f"making out the text took longer than {OCR_SECONDS:.0f} s") from error
        except OSError as error:
            raise Illegible(f"Tesseract cannot be started: {error.strerror}") from error
        if done.returncode:
            said = line(done.stderr.decode("utf-8", "replace"))[:200]
            raise Illegible(f"Tesseract failed: {said}")
        rows = [_BETWEEN.sub("", row) for row in visible(done.stdout.decode("utf-8", "replace")).split("\n")]
        blocks = [list(block) for blank, block in groupby(rows, key=lambda row: not row.strip()) if not blank]
        found = [paragraph for block in blocks for paragraph in unwrapped(block) if any(c.isalnum() for c in paragraph)]
        if not found:
            raise Illegible("no text could be made out in the picture")
        yield from found


@lru_cache(maxsize=1)
def engine() -> Engine | None:
    """None where it is not installed, or knows no language."""
    program = shutil.which("tesseract")
    if program is None:
        return None
    try:
        listed = subprocess.run([program, "--list-langs"], capture_output=True, timeout=10, check=False, text=True)
    except (OSError, subprocess.TimeoutExpired):
        return None
    names = [row.strip() for row in (listed.stdout + listed.stderr).splitlines()[1:]]
    known = tuple(name for name in _WANTED if name in names) or tuple(n for n in names if n and n != "osd" and " " not in n)[:1]
    return Engine(program=program, languages=known) if known else None
