"""What people call a thing, or themselves: `call the floor lamp the big lamp`, フロアランプを大きいランプと呼んで. Pure."""

from yamori.domain.language import Language, language_of
from yamori.memory.reading.vocabulary import folded, pieces_of, starts, words_for
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement, Topic

_ARTICLES = ("the ", "my ", "our ", "a ", "that ")
_MOST_NAMES = 3
"""Words of what a person is called."""
_LONGEST = 40
"""Characters of a name."""


def alias_in(text: str, known: Known) -> Statement | None:
    """The name that is given to something known; None where nothing known is named, or nothing is called anything."""
    if language_of(text) is Language.JAPANESE:
        return _japanese(text, known)
    flat = folded(text)
    if (verb := starts(flat, words_for("calls", Language.ENGLISH))) is not None:
        return _after(text, flat[len(verb) :].strip(), known)
    if (lead := starts(flat, words_for("means", Language.ENGLISH))) is not None:
        for middle in words_for("i_mean", Language.ENGLISH):
            name, found, thing = flat[len(lead) :].strip().partition(f" {middle} ")
            if found and (target := thing_called(thing, known)) is not None:
                return _alias(text, target, bare_name(name))
    return _equated(text, flat, known)


def _after(text: str, rest: str, known: Known) -> Statement | None:
    """`the floor lamp the big lamp`, `me Ace`."""
    words = rest.split()
    if len(words) > 1 and words[0] == "me":
        text = text.split(",")[0]
        words = folded(text).split()
        words = words[words.index("me") :] if "me" in words else words
        said = pieces_of(text)[-len(words) + 1 :]
        if len(words) < 2:
            return None
        if words[1] in ("a", "an", "the", "when", "if", "at", "in", "back", "later") or len(said) > _MOST_NAMES:
            return None
        return Statement(topic=Topic.ALIAS, words=text, key="me", value=text[said[0].start : said[-1].end])
    for count in range(len(words) - 1, 0, -1):
        thing = thing_called(" ".join(words[:count]), known)
        if thing is not None:
            return _alias(text, thing, bare_name(" ".join(words[count:])))
    return None


def _japanese(text: str, known: Known) -> Statement | None:
    verb = next((v for v in words_for("calls", Language.JAPANESE) if v in text), None)
    if verb is None:
        return _equated_in_japanese(text, known)
    before = text[: text.index(verb)].strip(" 、")
    for particle in ("のことを", "のことは", "を", "は"):
        thing, found, name = before.partition(particle)
        if found and name.strip(" 、"):
            if thing.strip() in words_for("myself", Language.JAPANESE):
                return Statement(topic=Topic.ALIAS, words=text, key="me", value=name.strip(" 、「」"))
            if (target := thing_called(thing, known)) is not None:
                return _alias(text, target, name.strip(" 、「」"))
    return None


def _equated(text: str, flat: str, known: Known) -> Statement | None:
    """`the big lamp is the floor lamp`: something that nothing is called yet, and something known."""
    name, found, thing = flat.partition(" is ")
    if not found or not flat.startswith(_ARTICLES) or not thing.startswith(_ARTICLES) or thing_called(name, known) is not None:
        return None
    target = thing_called(thing, known)
    return _alias(text, target, bare_name(name)) if target is not None else None


def _equated_in_japanese(text: str, known: Known) -> Statement | None:
    """`大きいランプはフロアランプのこと`"""
    for lead in (*words_for("means", Language.JAPANESE), "は"):
        name, found, rest = text.partition(lead)
        means = next((m for m in words_for("i_mean", Language.JAPANESE) if m in rest), None)
        if found and means is not None and (target := thing_called(rest.partition(means)[0], known)) is not None:
            return _alias(text, target, name.strip(" 、「」"))
    return None


def thing_called(text: str, known: Known) -> str | None:
    """The name of the known thing that a text is, articles aside."""
    said = bare_name(folded(text))
    return next((name for name in known.things if bare_name(folded(name)) == said), None)


def bare_name(text: str) -> str:
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text.strip()


def _alias(text: str, thing: str, name: str) -> Statement | None:
    if not name or len(name) > _LONGEST or bare_name(folded(thing)) == name:
        return None
    return Statement(topic=Topic.ALIAS, words=text, key=thing, value=name, shared=True)
