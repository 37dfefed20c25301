"""Forty papers by two authors who had seen no rule of ours (`drawn/`); of the second author's 94 headings 83 were found when first read."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Opened, Part

PAPERS = Path(__file__).parent / "drawn"
HEADINGS: dict[str, list[str]] = json.loads((PAPERS / "headings.json").read_text(encoding="utf-8"))
BESIDE = 2
"""Names of the paper or of its sender that may be among its headings."""


def plain(text: str) -> str:
    return re.sub(r"[\s:]", "", unicodedata.normalize("NFKC", text)).lower()


@pytest.mark.parametrize("name", HEADINGS)
def test_the_headings_of_a_paper_are_those_that_a_person_would_name(name: str) -> None:
    opened, *others = read(PAPERS / name, name)
    assert isinstance(opened, Opened)
    found = {plain(heading) for part in others if isinstance(part, Part) for heading in part.headings} - {plain(opened.title)}
    wanted = {plain(heading) for heading in HEADINGS[name]}
    assert wanted <= found
    assert len(found - wanted) <= BESIDE
