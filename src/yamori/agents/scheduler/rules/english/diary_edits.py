"""English sentences that mend the diary: other words in the place of some that stand there, or a part of it crossed out."""

import re

from yamori.agents.scheduler.rules.diary_intents import DiaryEdit
from yamori.agents.scheduler.rules.english.words import stripped
from yamori.agents.scheduler.rules.intents import Clause

_BOOK = re.compile(
    r",? ?\b(?:in|from|of|on|out of) (?:(?:my|the|our|today'?s|yesterday'?s|that day'?s|[\w']+day'?s) )*"
    r"(?:diary|journal|day ?log|log ?book)(?: (?:entry|page|text))?(?: (?:for|of|on|from) [\w' ]{3,25}?)?"
    r"(?=$|,| (?:i|it|that|to|with)\b),?",
    re.I,
)
_HEAD = re.compile(
    r"^(?:(?:i (?:have|need|want)(?: to make)? |just |here'?s |there'?s )?(?:a |one |another |the )?(?:(?:small|little|quick|minor|tiny) )?"
    r"(?:correction|fix|mistake|typo|error|change)|(?:i )?(?:made|got|need to (?:correct|fix)|correct|fix|mend|about|regarding"
    r"|in)\b[^.:;]{0,30}?)"
    r"(?: (?:to|in|of|about|for|on|with))?(?: (?:what|the (?:thing|bit|line|entry)) (?:i|we) (?:wrote|put|noted)(?: down)?)?[^.:;]{0,30}?"
    r"\b(?:diary|journal|day ?log|log ?book)(?: (?:entry|page))?(?: (?:for |of |on |from )?[\w' ]{3,25}?)?\s*(?:[.:;]|,| [-–—])\s+(?=\S)",
    re.I,
)
"""What says before the correction itself that it is one of the diary."""
_WRONG = re.compile(
    r"^(?:(?:my|the|our|[\w']+'s) )*(?:diary|journal|day ?log|log ?book)(?: (?:entry|page|text))?(?: (?:for|of|on|from) [\w' ]{3,25}?)?"
    r" (?:is|was|has it|got it) (?:wrong|incorrect|mistaken|not (?:quite )?(?:right|correct|true))\s*(?:[.:;,]|,? [-–—])\s+(?=\S)",
    re.I,
)
"""`My diary of yesterday is wrong: …`"""
_BE = r"(?:it|that|there|they) (?:was|were|is|should (?:be|say|read|have (?:been|said)))"
_INSTEAD = (
    re.compile(
        rf"^(?:(?:i|we) (?:meant|mean|should have (?:said|written|put))(?: to (?:say|write|put))?|{_BE}) (?P<text>.+?),? "
        r"(?:and )?(?:not|instead of|rather than) (?P<gone>.+)$",
        re.I,
    ),
    re.compile(rf"^not (?P<gone>.+?)(?:,| but) (?:i meant |{_BE} )?(?P<text>.+)$", re.I),
    re.compile(
        rf"^(?:i|we) (?:wrote|put|said) (?P<gone>.+?),? (?:but|when) (?:(?:i|we) (?:meant|should have (?:said|written|put))|{_BE})"
        r" (?P<text>.+)$",
        re.I,
    ),
    re.compile(r"^(?:change|correct|replace|swap|fix) (?:the (?:words?|name) )?(?P<gone>.+?) (?:to|with|for|by|into) (?P<text>.+)$", re.I),
    re.compile(r"^(?P<text>[^,]+), not (?P<gone>[^,]+)$", re.I),
)
_PART = r"(?:the |that |my )?(?:bits?|parts?|lines?|sentences?|passages?|things?|stuff|remarks?)"
_ABOUT = r"(?:about|on|with|where|saying|mentioning|(?:that|which) (?:says|said|mentions))"
_STRIKES = r"(?:cross|strike|take|leave|cut|rub|scratch|edit|remove|delete|erase|drop|get rid of)"
_STRIKE = re.compile(rf"^{_STRIKES}(?: (?:out|off|away))? {_PART} {_ABOUT} (?P<gone>.+?)(?: (?:out|off|away))?(?: again)?$", re.I)


def diary_edit(clause: Clause) -> DiaryEdit | None:
    """What is to be mended, before anybody has looked whether the diary holds it."""
    told = stripped(clause.text)
    bare = stripped(_BOOK.sub("", stripped(_HEAD.sub("", _WRONG.sub("", told)))))
    named = bare != told
    if m := _STRIKE.match(bare):
        return DiaryEdit(gone=_words(clause.shown(m["gone"])), named=named)
    for pattern in _INSTEAD:
        if m := pattern.match(bare):
            gone, text = _words(clause.shown(m["gone"])), clause.shown(m["text"]).strip(" ,.\"'")
            return DiaryEdit(gone=gone, text=text, named=named) if gone and text else None
    return None


def _words(said: str) -> str:
    return re.sub(r"^(?:the|a|an|my|our) (?=\S)", "", said.strip(" ,.\"'"), flags=re.I)
