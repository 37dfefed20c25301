"""Whether every word of a condition is accounted for by what is looked at."""

import re
from collections.abc import Collection, Iterable, Sequence

from yamori.agents.iot.rules.activity import RUNNING
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.queries import namesakes
from yamori.agents.iot.rules.targets import Reference, resolve_reference
from yamori.agents.iot.rules.watch.said import Trouble, Why
from yamori.agents.iot.rules.watch.words import condition_words
from yamori.agents.iot.rules.words import Lexicon, Phrases, name_words, numbers, squeezed
from yamori.domain.language import is_spaced, language_of
from yamori.understanding.analysis import morphemes_of

Address = tuple[str, str, str]


def left_over(masked: str, addresses: Sequence[Address], value: str, context: Context) -> list[str]:
    """The words of a text with its names replaced that neither the value, nor a quality that the addresses are about, nor a filler
    explains."""
    lexicon = context.lexicon
    masked = re.sub(r"(?<=□),? or (?:the |my |our )?(?=□)", " ", masked)
    for number in reversed(numbers(masked)):
        masked = masked[: number.start] + " " + masked[number.end :]
    masked = condition_words(language_of(masked)).patterns["fillers"].sub(" ", masked)
    for phrases in (*_of_value(value, lexicon), *_of_qualities(addresses, lexicon)):
        masked = phrases.pattern.sub(" ", masked)
    name_parts = {word for _, capability, attribute in addresses for name in (capability, attribute) for word in name_words(name)}
    for word in (*name_words(value), *sorted(name_parts)):
        masked = re.sub(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])", " ", masked)
    return [_whole(word, masked) for word in leftover_words(masked, lexicon)]


def _whole(word: str, text: str) -> str:
    """The word of a text of which a filler was taken away, in its dictionary form."""
    if is_spaced(word):
        return word
    found = [m for m in morphemes_of(text) if m.kind in _CONTENT and (word in m.surface or m.surface in word)]
    return max((m.base for m in found), key=len, default=word)


_CONTENT = frozenset(("名詞", "動詞", "形容詞", "形状詞", "副詞", "代名詞"))


def missing(reference: Reference, context: Context) -> str:
    """What was named that this home lacks; empty for nothing."""
    if reference.missing_place:
        return reference.missing_place
    if not reference.targets and reference.missing:
        kind = reference.missing[0]
        said = next((m.text for m in reference.spans if kind in m.ids and m.text), "")
        return said or (context.lexicon.kinds[kind].spaced[0] if kind in context.lexicon.kinds else kind)
    return ""


def _of_value(value: str, lexicon: Lexicon) -> tuple[Phrases, ...]:
    found = lexicon.values.get(squeezed(value))
    alike = ("run", "running", "stop", "stopped", "pause", "paused")
    more = [lexicon.values[v] for v in alike if found and v in lexicon.values and lexicon.values[v].spaced == found.spaced]
    doing = [p for v, p in lexicon.values.items() if v in ("run", "running") or v.endswith("ing")] if value in ("on", RUNNING) else []
    return (*more, found, *doing) if found else ()


def _of_qualities(addresses: Iterable[Address], lexicon: Lexicon) -> tuple[Phrases, ...]:
    names = [squeezed(name) for _, capability, attribute in addresses for name in (capability, attribute)]
    return tuple(lexicon.concepts[c] for c, likes in lexicon.likes.items() if any(like in name for like in likes for name in names))


def reference_of(text: str, context: Context) -> Reference:
    return resolve_reference(text, context.index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own)


_OR = re.compile(r"\bor\b|または|もしくは|か(?=[、\s]*□)")


def names_either(reference: Reference) -> bool:
    """Whether things are named with an `or` between them."""
    return len(reference.targets) > 1 and _OR.search(reference.masked) is not None


def is_unnamed(reference: Reference, context: Context) -> bool:
    """Whether nothing says of what it is: no name, no room, and nothing that was spoken of before."""
    return not (reference.targets or reference.rooms or (reference.same and context.focus.parts))


def unexplained_by(left: Sequence[str], reference: Reference, context: Context) -> Trouble:
    """A word that nothing explains, or one for what nothing here reports."""
    if leftover_words(without_predicate(_without_values(reference.masked, context), context.lexicon), context.lexicon):
        return Trouble(why=Why.WORD, what=left[0])
    return untold(reference, context)


def _without_values(text: str, context: Context) -> str:
    for phrases in context.lexicon.values.values():
        text = phrases.pattern.sub(" ", text)
    return text


def untold(reference: Reference, context: Context) -> Trouble:
    devices = {p.device for t in reference.targets for p in t.parts}
    return Trouble(why=Why.UNTOLD, what=next(iter(devices)) if len(devices) == 1 else "")


def unread_of(reference: Reference, looked_at: Collection[str], context: Context) -> Trouble | None:
    """What was named and is not looked at, nor a sensor that is called after it: half of what was said is not enough."""
    for target in reference.targets:
        if not any(p.device in looked_at for p in (*target.parts, *namesakes(target.parts, reference, context.index))):
            return Trouble(why=Why.UNTOLD, what=target.parts[0].device)
    return None
