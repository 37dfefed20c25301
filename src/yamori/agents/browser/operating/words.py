"""The words on controls of pages, and those with which people ask for what a browser does (`word_lists/`)."""

from pathlib import Path

from yamori.understanding.word_lists import WordLists

LISTS = WordLists(Path(__file__).parent / "word_lists")
