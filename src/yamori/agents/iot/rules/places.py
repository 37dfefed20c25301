"""Rooms and floors in a sentence: which device each of them belongs to, and those that this home lacks."""

import re

from yamori.agents.iot.rules.mentions import Mention
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.word_lists import ends, is_form, ordered_words
from yamori.agents.iot.rules.words import CJK, Lexicon, stems
from yamori.domain.language import is_spaced


def rooms_in(mention: Mention, index: HomeIndex) -> frozenset[str]:
    if mention.what is Named.ROOM:
        return frozenset(mention.ids)
    if mention.what is Named.FLOOR:
        return frozenset(r for f in mention.ids for r in index.rooms_of_floor(f))
    return frozenset()


def scopes(found: tuple[Mention, ...], text: str, index: HomeIndex) -> tuple[list[frozenset[str]], frozenset[str]]:
    """For each mention the rooms said with it (`the kitchen light`, `lights in the hall and the den`), and rooms said with none."""
    scopes: list[frozenset[str]] = [frozenset() for _ in found]
    used: set[int] = set()
    for i, mention in enumerate(found):
        if mention.what in (Named.ROOM, Named.FLOOR):
            continue
        j = i - 1  # rooms right before, as a chain: `kitchen and hall lights`, キッチンと廊下の電気
        between = text[found[j].end : mention.start] if j >= 0 else "x"
        while j >= 0 and rooms_in(found[j], index) and (is_form(between, "of_room") or (j < i - 1 and _only_joins(between))):
            scopes[i] |= rooms_in(found[j], index)
            used.add(j)
            between = text[found[j - 1].end : found[j].start] if j else "x"
            j -= 1
    for i, mention in enumerate(found):
        if mention.what in (Named.ROOM, Named.FLOOR) or scopes[i]:
            continue
        j = i + 1  # rooms right after: `the light in the kitchen and in the hall`
        while j < len(found) and rooms_in(found[j], index) and j not in used:
            between = text[found[j - 1].end : found[j].start]
            if not is_form(between, "in_room" if j == i + 1 else "and_in_room"):
                break
            scopes[i] |= rooms_in(found[j], index)
            used.add(j)
            j += 1
    loose = frozenset(r for i, m in enumerate(found) if i not in used for r in rooms_in(m, index))
    return scopes, loose


def _only_joins(between: str) -> bool:
    """Whether nothing stands between two rooms but what joins them."""
    rest = between.strip().removesuffix("the")
    for joint in ordered_words("joining_rooms"):
        rest = rest.replace(joint, "")
    return not rest.strip()


_WINDOW = 24
"""Characters before a place in which such a word stands."""
_TOWARDS_JA = re.compile(r"へ|まで|に(?!ある|いる|は)")


def goals(found: tuple[Mention, ...], text: str, index: HomeIndex) -> frozenset[str]:
    """The rooms to which something is to go (`send the robot to the hall`), and where nothing is looked for."""
    places = [m for m in found if m.what in (Named.ROOM, Named.FLOOR)]
    return frozenset(
        r
        for m in places
        if ends(text[max(0, m.start - _WINDOW) : m.start], "towards") or _TOWARDS_JA.match(text, m.end)
        for r in rooms_in(m, index)
    )


_WHERE = re.compile(r"\b(?:in|on|at|of|for)\s+(?:the|my|our)\s+$|(?:^|[\s□])$")
_WHICH = re.compile(r"\s*(?:の|で(?!す)|にある|は)?\s*□|\s*(?:の|で|に|は|を|も)|\s*[.?!]*$")


def missing_place(shown: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """A place in what is left of the sentence, where it says whose device is meant: `in the attic`, `the attic □`, 屋根裏の□."""
    for m in lexicon.places.pattern.finditer(shown):
        if set(stems(m.group())) & index.room_words:
            continue
        before, after = _WHERE.search(shown[: m.start()]), _WHICH.match(shown, m.end())
        if not is_spaced(m.group()) and after and not CJK.search(shown[max(0, m.start() - 1) : m.start()].replace("□", "")):
            return m.group()
        if is_spaced(m.group()) and ((before and before.group().strip() not in ("", "□")) or (after and "□" in after.group())):
            return m.group()
        if m.group() in ("upstairs", "downstairs"):
            return m.group()
    return ""
