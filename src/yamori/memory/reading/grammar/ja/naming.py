"""What somebody calls a thing, or themselves: フロアランプを大きいランプと呼んで."""

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.things import named, thing_called
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement, Topic


def alias(text: str, known: Known) -> Statement | None:
    verb = next((v for v in words_for("calls") if v in text), None)
    if verb is None:
        return _equated(text, known)
    before = text[: text.index(verb)].strip(" 、")
    for particle in ("のことを", "のことは", "のこと、", "を", "は"):
        thing, found, name = before.partition(particle)
        if found and particle == "は" and "を" in name:
            continue
        thing = thing.rpartition("、")[2]
        name = _own_name(name)
        if found and name.strip(" 、"):
            if thing.strip() in words_for("myself"):
                return Statement(topic=Topic.ALIAS, words=text, key="me", value=name.strip(" 、「」"))
            if (target := thing_called(thing, known) or thing_called(_without_whose(thing), known)) is not None:
                return named(text, target, name.strip(" 、「」"))
    return None


def _without_whose(thing: str) -> str:
    """The thing, where first is said in whose home it is called so: うちでは."""
    whose = next((word for word in words_for("household") if thing.startswith(word)), "")
    return thing.removeprefix(whose).lstrip("は、 ")


def _own_name(said: str) -> str:
    """The name itself: what is quoted, or what follows whoever calls it so."""
    quoted = said[said.index("「") + 1 :].partition("」")[0] if "「" in said else ""
    if quoted:
        return quoted
    for word in (*words_for("speaker"), *words_for("household")):
        if said.startswith(f"{word}は"):
            return said.removeprefix(f"{word}は")
    return said


def _equated(text: str, known: Known) -> Statement | None:
    """`大きいランプはフロアランプのこと`"""
    for lead in (*words_for("means"), "は"):
        name, found, rest = text.partition(lead)
        means = next((m for m in words_for("i_mean") if m in rest), None)
        ends = means is not None and not rest.partition(means)[2].strip("だよねですわ 。、")
        if found and means is not None and ends and (target := thing_called(rest.partition(means)[0], known)) is not None:
            return named(text, target, name.strip(" 、「」"))
    return None
