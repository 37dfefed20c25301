"""Things that are picked by what they report: `the brightest light`, いちばん暑い部屋の扇風機."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.iot.rules.clauses import has_predicate
from yamori.agents.iot.rules.commands import is_switch
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.phrases import called, room_called
from yamori.agents.iot.rules.queries import quantity
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.words import Extreme, normal
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import language_of

_ARTICLE = re.compile(r"\bthe\s+$")
_ENDING = re.compile(r"[いなの]*\s*")
"""Between the superlative and the thing."""
_ROOM = re.compile(r"[いなの]*\s*(?:room\b|(?:お)?部屋)")
_BECOMES = re.compile(r"に(?!ある)|で(?:お願い|頼|$)")
"""Behind it, what the superlative says is what the thing is to become: 一番明るいライトにして."""


@dataclass(frozen=True)
class Picked:
    """What a superlative picks."""

    text: str
    """The sentence with its name instead, in normal form; with `□` where it does not pick one."""
    parts: tuple[Part, ...]
    """One; several where they are alike, none where nothing reports what the superlative is about."""


def picked(text: str, context: Context) -> Picked | None:
    """`text` in normal form. None where no superlative is to pick anything, as in `set it to the brightest`."""
    index, lexicon = context.index, context.lexicon
    superlatives = [(extreme, said) for extreme in lexicon.extremes if extreme.about for said in extreme.phrases.pattern.finditer(text)]
    found = mentions(text, index, lexicon) if superlatives else ()
    for extreme, said in superlatives:
        article = _ARTICLE.search(text, 0, said.start())
        start = article.start() if article else said.start()
        thing = _thing(found, said.end(), text)
        if thing is not None and _asks(text, start, thing.end, context):
            best = _best(extreme, _of_kind(thing, f"{text[:start]}{text[thing.start :]}", context), context)
            name = _called(best[0], index, text) if len(best) == 1 else ""
            return Picked(_named(text, start, thing.end, name), best)
        room = _ROOM.match(text, said.end())
        if room is not None and _asks(text, start, room.end(), context):
            best = _best(extreme, tuple(Part(d.id) for d in index.home.devices if d.room), context)
            rooms = {index.devices[p.device].room for p in best}
            if len(rooms) > 1:
                return None  # a thermometer of each is no choice to offer
            return Picked(_named(text, start, room.end(), room_called(next(iter(rooms), None), index, language_of(text))), best[:1])
    return None


def _thing(found: Sequence[Mention], end: int, text: str) -> Mention | None:
    """The kind of thing that is named right behind the superlative."""
    begins = m.end() if (m := _ENDING.match(text, end)) else end
    return next((m for m in found if m.what is Named.KIND and not m.plural and m.start <= begins < m.end), None)


def _asks(text: str, start: int, end: int, context: Context) -> bool:
    """Whether the rest of the sentence says what is to be done with it."""
    return not _BECOMES.match(text, end) and has_predicate(f"{text[:start]}□{text[end:]}", context.lexicon)


def _of_kind(thing: Mention, text: str, context: Context) -> tuple[Part, ...]:
    """All that the sentence could mean by it without the superlative."""
    reference = resolve_reference(text, context.index, context.lexicon, room=None, recent=(), own=context.own)
    parts = (p for t in reference.targets for p in t.parts if context.index.kinds_of[p.device] & set(thing.ids))
    return tuple(dict.fromkeys(parts))


def _best(extreme: Extreme, parts: tuple[Part, ...], context: Context) -> tuple[Part, ...]:
    """Those that report the most of it, or the least; of things that can be off only those that are on, where any is."""
    asked = quantity(extreme.about, parts, context, "", named=False, group=True)
    if asked is None:
        return ()
    values: dict[Part, float] = {}
    for part in asked.parts:
        for component, capability, attribute in asked.attributes:
            value = context.state.get(f"{part.device}.{component}.{capability}.{attribute}")
            if isinstance(value, int | float) and not isinstance(value, bool):
                values.setdefault(part, float(value))
    running = {p: v for p, v in values.items() if not _is_off(p, context)} or values
    most = max((extreme.by * v for v in running.values()), default=0.0)
    return tuple(p for p, v in running.items() if extreme.by * v == most)


def _is_off(part: Part, context: Context) -> bool:
    start = f"{part.device}."
    own = ((path.rpartition(".")[2], value) for path, value in context.state.items() if path.startswith(start))
    return any(value in (False, "off") and is_switch(name, context.lexicon) for name, value in own)


def _called(part: Part, index: HomeIndex, text: str) -> str:
    """Its name, with its room's where another thing is called the same."""
    device, language = index.devices[part.device], language_of(text)
    name = called(device, "main", language)
    room = room_called(device.room, index, language)
    if not room or not any(d.name == device.name for d in index.home.devices if d.id != device.id):
        return name
    return TEXTS.said(language, "names.in_the_room", name=name, room=room)


def _named(text: str, start: int, end: int, name: str) -> str:
    """With the name instead of what stands there; `□` for no name."""
    between = " " if text[:start].strip() and text[start - 1 : start].isspace() else ""
    named = TEXTS.said(language_of(text), "names.definite", name=normal(name)) if name else "□"
    return f"{text[:start].rstrip()}{between}{named}{text[end:]}".strip()
