"""What is said beside a request and asks for nothing: `the ferry's gone, fan off please`, 犬が帰ってきたよ。…"""

import re

from yamori.agents.iot.rules.clauses import has_predicate, senses
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named
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
    aside = [bool(_FINITE_VERB.search(c)) and not _concerns(c.strip(), index, lexicon) for c in clauses]
    if not any(aside) or all(aside):
        return sentence
    kept = [c for c, out in zip(clauses, aside, strict=True) if not out]
    return (", " if is_spaced(sentence) else "、").join(c.strip() for c in kept)


def _concerns(sentence: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it names something of this home, asks, or wants something; a statement of somebody's wants nothing for a number in it."""
    if names_any(sentence, index, lexicon) or lexicon.marks["question"].found(sentence):
        return True
    if lexicon.marks["later"].found(sentence) or _CONDITION.match(sentence):
        return True  # `as soon as I'm home, …` is no aside
    if is_story(sentence):
        return False
    if senses(sentence, lexicon):
        return True
    if lexicon.marks["mode_said"].found(sentence) and any(value.found(sentence) for value in lexicon.values.values()):
        return True
    return has_predicate(sentence, lexicon) and not _SUBJECT.search(sentence)


def is_story(clause: str) -> bool:
    """Whether a clause tells of somebody and calls nothing too much or too little: beside a request it asks for nothing."""
    return _STORY.match(_OPENING.sub("", clause)) is not None


_OPENING = re.compile(r"^(?:(?:right|ok|okay|so|well|phew|oh|ah|hey|sorry)\b[\s,.!]*)+")


_STORY = re.compile(
    r"^(?:i|we|he|she|they|you|nobody|everybody|everyone|there|\w+)(?:'(?:s|ve|re|m)| is| are| was| were| has| have| left| forgot| had)\b"
    r"(?!.*\b(?:want|need|like|love|prefer|wish|please|should|could|can|would|too|bit|rather|quite|so|very|really|must)\b)"
)
"""Tells of somebody, and calls nothing too much or too little."""
_CONDITION = re.compile(
    r"^(?:and |but |so )*(?:if|when|whenever|once|after|before|until|till|unless|while|as soon as|as long as|in case|provided)\b"
)
_SUBJECT = re.compile(r"\b(?:i|we|he|she|they|it|my \w+|our \w+)(?:'\w+)? ")


_SENTENCE = re.compile(r"[^。.!?…]+(?:\.(?=\d)[^。.!?…]+)*[。.!?…]*\s*")
_COMMA = re.compile(r"(\s*[,;、]\s*|\s+[-–—]+\s+)")
_FINITE_VERB = re.compile(
    r"\b(?:i|we|he|she|they|it|that|there|\w+)(?:'(?:m|re|s|ve|ll|d)| am| are| is| was| were| has| have| had| will| can't| won't"
    r"| \w+n't)\b(?! (?:like|love|want|need|prefer))"
    r"|^(?:i|we|he|she|they|the \w+|my \w+|our \w+) (?:\w+ed|came|went|got|had|forgot|left|broke|took)\b"
    r"|(?:けど|けれど|から|ので|んで|たし|だし|いし|た[わよね]?|だ[わよね]?)[。\s]*$"
)
"""A finite verb of a statement, or the end of a Japanese clause that gives a reason."""


def names_any(text: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it speaks of something that this home has."""
    found = mentions(text, index, lexicon)
    return any(m.what is not Named.KIND or any(index.of_kind(k) for k in m.ids) for m in found)
