"""Which words of a name say more than what was found by it: nobody who names a heat lamp means the floor lamp."""

from collections.abc import Sequence

from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.glossary import spoken
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants, sounds_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.opposites import is_adjective, is_opposite
from yamori.agents.iot.rules.predicates import leftover_words
from yamori.agents.iot.rules.words import CJK, normal, numbers, stems
from yamori.domain.language import is_spaced
from yamori.understanding.vocabulary import Vocabulary
from yamori.understanding.words_of import content_words


def unexplained(masked: str, parts: Sequence[Part], vocabulary: Vocabulary, context: Context) -> tuple[str, ...]:
    """The words of a text beside `□` that neither the parts' names, kinds and rooms nor their number hold."""
    for number in reversed(numbers(masked)):
        if number.value == len(parts):
            masked = f"{masked[: number.start]} {masked[number.end :]}"
    labels = [labels_of(part, context) for part in parts]
    return tuple(w for w in specific_words(masked, vocabulary, context) if not _distinguishes(w, labels, context))


def specific_words(text: str, vocabulary: Vocabulary, context: Context) -> tuple[str, ...]:
    """The words of a text that tell a thing from others: no fillers, no function words, no names of people."""
    names = {normal(name) for p in context.index.home.people for name in (p.name, *p.aliases)}
    people = names | {f"{name}s" for name in names}
    plain = {w.base for w in content_words(text, vocabulary)} if not CJK.search(text) else set()
    left = leftover_words(text, context.lexicon)
    found = [w.removesuffix("'s") for w in left]
    return tuple(
        w for w in found if w not in people and (not is_spaced(w) or not plain or w in plain) and w not in vocabulary.function_words
    )


def labels_of(part: Part, context: Context) -> str:
    """All that a part alone is called by, in one text: its names and its room's. What its kind may be called tells it from nothing."""
    index = context.index
    device = index.devices[part.device]
    room = index.rooms.get(device.room or "")
    return normal("\n".join((device.name, *device.aliases, *((room.name, *room.aliases) if room else ()), part.component or "")))


def kinds_of(part: Part, context: Context) -> str:
    """What the kinds of a part are called, in one text."""
    kinds, lex = context.index.kinds_of[part.device], context.lexicon
    return normal("\n".join(w for k in sorted(kinds) for w in lex.kinds[k].words))


def _distinguishes(word: str, labels: Sequence[str], context: Context) -> bool:
    """Whether each of the labels holds a word; an adjective may tell the only one, where that is not called the opposite."""
    if not labels:
        return False
    if len(labels) == 1 and is_adjective(word, context.lexicon):
        return not any(is_opposite(name, word, context.lexicon) for name in labels[0].split("\n"))
    return all(is_called_by(word, label) for label in labels)


def is_called_by(word: str, label: str) -> bool:
    """Whether a word stands in a label: `dish` in that of a dishwasher too, katakana also by the sound of an English word."""
    if is_spaced(word):
        own = set(stems(label))
        return all(stem in own or f"{stem}ing" in own for stem in stems(word))
    if word in label:
        return True
    runs = KATAKANA.findall(word)
    sounds = {sound for sound, _ in sounds_of(label)}
    return bool(runs) and not KATAKANA.sub("", word).strip("のなー・ ") and all(consonants(run) in sounds for run in runs)


def is_documented_for(word: str, part: Part, context: Context) -> bool:
    """Whether the documentation of a device, or its name in the other language, holds a word."""
    docs = docs_of(context.index)
    about = docs.about[part.device]
    said = spoken(word)
    if not said or (not is_spaced(word) and len("".join(word[s.start : s.end] for s in said)) < sum(not "ぁ" <= c <= "ん" for c in word)):
        return False
    return all(s.own in about or bool(s.also & about) for s in said)
