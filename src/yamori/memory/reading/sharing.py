"""Who may hear what was told: `for everyone`, 内緒にして, of what was told last or of what the sentence names. Pure."""

from yamori.domain.language import is_spaced, language_of
from yamori.memory.reading.asking import facts_about
from yamori.memory.reading.vocabulary import bare, ends, folded, starts, words_for
from yamori.memory.reading.wanted import Known, Share
from yamori.understanding.clauses import clauses_of
from yamori.understanding.utterance import Utterance, utterance_of

_FORMS = (("shares", True), ("keeps_private", False))


def shared_in(text: str, known: Known) -> Share | None:
    """None where it says nothing of who may hear something, or not of what."""
    with_everyone = _says_who(text)
    if with_everyone is not None:
        last = str(known.focus.get("fact") or "")
        return Share(facts=(last,), with_everyone=with_everyone) if any(f.id == last for f in known.facts) else None
    said = _named(text)
    facts = facts_about(said, known.facts) if said else ()
    return Share(facts=facts, with_everyone=True) if facts else None


def without_sharing(utterance: Utterance) -> tuple[Utterance, bool] | None:
    """What is told before a last clause that only says who may hear it, and whether that is everybody; None where there is none."""
    clauses = clauses_of(utterance)
    with_everyone = _says_who(clauses[-1].text) if len(clauses) > 1 else None
    if with_everyone is None:
        return None
    before = utterance.normal.text[: clauses[-1].span.start].rstrip(" ,;、")
    return utterance_of(utterance.text[: len(before)].rstrip(" ,;、"), utterance.now), with_everyone


def _says_who(text: str) -> bool | None:
    """Whether everybody may hear something, where a text says no more than who may."""
    language = language_of(text)
    said = {bare(text, "around"), bare(text, "around", "asks_politely", "endings"), folded(text), folded(text).replace(" ", "")}
    return next((with_everyone for topic, with_everyone in _FORMS if said & set(words_for(topic, language))), None)


def _named(text: str) -> str:
    """What everybody is to hear of: `the recipe` of `share the recipe with the family`."""
    flat, language = bare(text, "around", "asks_politely"), language_of(text)
    end = ends(flat, words_for("shares_behind", language))
    if end is None:
        return ""
    said = flat[: -len(end)].strip()
    lead = starts(said, words_for("shares_before", language)) if is_spaced(text) else ""
    return said[len(lead) :].strip() if lead is not None else ""
