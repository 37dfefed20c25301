"""What is said beside a request and asks for nothing: `the ferry's gone, fan off please`, 犬が帰ってきたよ。…"""

import re

from yamori.agents.iot.rules.clauses import has_predicate, senses
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.word_lists import ends, phrasing, says, without_beginning
from yamori.agents.iot.rules.words import Lexicon
from yamori.domain.language import is_spaced


def without_asides(text: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """Without the sentences that name nothing here and ask for nothing (`rehearsal is over. …`), where others do."""
    sentences = [s for s in _SENTENCE.findall(text) if s.strip(" 。.!?…")]
    kept = [s for s in sentences if _concerns(s.strip(), index, lexicon)] or sentences
    return "".join(_without_aside_clauses(s, index, lexicon) for s in kept).strip() or text


def _without_aside_clauses(sentence: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """`The ferry's gone, fan off please` without its first half, which tells something, names nothing and wants nothing."""
    pieces = _COMMA.split(sentence)  # clauses and what stands between them, in turn
    clauses = pieces[::2]
    aside = [_states(c) and not _concerns(c.strip(), index, lexicon) for c in clauses]
    if not any(aside) or all(aside):
        return sentence
    kept = [c for c, out in zip(clauses, aside, strict=True) if not out]
    return (", " if is_spaced(sentence) else "、").join(c.strip() for c in kept)


def _concerns(sentence: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it names something of this home, asks, or wants something; a statement of somebody's wants nothing for a number in it."""
    if names_any(sentence, index, lexicon) or lexicon.marks["question"].found(sentence):
        return True
    if lexicon.marks["later"].found(sentence) or phrasing("begins_a_condition").match(sentence):
        return True  # `as soon as I'm home, …` is no aside
    if is_story(sentence):
        return False
    if senses(sentence, lexicon):
        return True
    if lexicon.marks["mode_said"].found(sentence) and any(value.found(sentence) for value in lexicon.values.values()):
        return True
    return has_predicate(sentence, lexicon) and not phrasing("subject_of_a_sentence").search(sentence)


def is_story(clause: str) -> bool:
    """Whether a clause tells of somebody and calls nothing too much or too little: beside a request it asks for nothing."""
    told = without_beginning(clause, "before_a_story")
    return phrasing("begins_a_story").match(told) is not None and not says(told, "calls_too_much_or_wants")


_SENTENCE = re.compile(r"[^。.!?…]+(?:\.(?=\d)[^。.!?…]+)*[。.!?…]*\s*")
_COMMA = re.compile(r"(\s*[,;、]\s*|\s+[-–—]+\s+)")


def _states(clause: str) -> bool:
    """Whether it has a finite verb of a statement, or ends as what gives a reason."""
    return bool(phrasing("finite").search(clause)) or ends(clause.rstrip(" 。"), "tells_by_its_end_beside")


def names_any(text: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it speaks of something that this home has."""
    found = mentions(text, index, lexicon)
    return any(m.what is not Named.KIND or any(index.of_kind(k) for k in m.ids) for m in found)
