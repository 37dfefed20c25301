"""What a sentence asks of the home, as far as code can tell for certain.

Every word must be accounted for: names, a wish, numbers, values and filler. What is left over makes a sentence uncertain,
and an uncertain sentence is a model's to decide (`rules/choices.py`). So a plain command costs no model call, and nothing is
done on half-understood words.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.rules.commands import (
    Order,
    concepts_in,
    is_about,
    named,
    setters,
)
from yamori.agents.iot.rules.meaning import Context, Meaning, Trouble
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.orders import orders_for
from yamori.agents.iot.rules.queries import queried
from yamori.agents.iot.rules.targets import Aim, Target, aim
from yamori.agents.iot.rules.words import CJK, Lexicon, Sense, normal, numbers, tokens

_HIRAGANA = re.compile(r"[\u3040-\u309f]+")
"""Endings of verbs; a short run of it is no name."""
_NEGATED = re.compile(r"\b(?:don't|do not|dont|never|without|instead of)\b|ないで|なくて(?:いい|も(?:いい|大丈夫))|ないよう|ずに")
_REASON = re.compile(
    r"[,\s]+(?:because|since|as i|so that|so (?:i|we|the|my)|for (?:the|my|our|a|an) \w+(?: \w+)?$|for me\b)"
    r"(?!.*\b(?:turn|switch|set)\b).*$"
)
"""Why something is wanted says nothing of what is wanted."""


def understand(request: str, context: Context) -> Meaning:
    """Read one request."""
    text = _REASON.sub("", normal(request).strip())
    lex = context.lexicon
    question = is_question(text, lex)
    if question:
        return _queried(text, context)
    if lex.marks["later"].found(text):
        return Meaning(trouble=Trouble.LATER)
    if _NEGATED.search(text):
        return Meaning(aims=(aim(text, context.index, lex, room=context.room, recent=context.focus.parts),))
    if context.chosen:
        return _chosen(text, context)
    correction = lex.marks["correction"].found(text) is not None and bool(context.focus.parts)
    orders: list[Order] = []
    aims: list[Aim] = []
    recent = context.focus.parts
    kind = context.focus.kind
    wish = ""
    pieces = clauses(text, context)
    whole = aim(text, context.index, lex, room=None, recent=())
    for clause in pieces:
        meant = aim(clause, context.index, lex, room=context.room, recent=recent, likely=whole.said_rooms)
        aims.append(meant)
        if len(pieces) > 1 and _is_remark(clause, meant, lex):
            continue
        read = _clause(clause, meant, context, recent=recent, kind=kind, first=not orders, correction=correction)
        if read.trouble is not None and not orders:
            return replace(read, aims=tuple(aims))
        if not read.orders:
            return Meaning(aims=tuple(aims), question=False)
        orders += read.orders
        wish = read.wish
        recent = tuple(dict.fromkeys(Part(o.device) for o in read.orders))
        kind = next((t.kind for t in meant.targets if t.kind), kind)
    return Meaning(orders=tuple(_once(orders)), aims=tuple(aims), wish=wish, undo=correction)


def _is_remark(clause: str, meant: Aim, lex: Lexicon) -> bool:
    """A clause that asks for nothing and names no device: why, or where (`we are done in the den, …`)."""
    return (
        not meant.targets and not meant.missing and not _senses(meant.masked, lex) and not numbers(clause) and not _has_value(clause, lex)
    )


def is_question(text: str, lexicon: Lexicon) -> bool:
    """Asks about the home rather than for a change of it; `could you …` and 〜してくれる？ ask for a change."""
    if lexicon.marks["request"].found(text):
        return bool(re.search(r"^(?:can|could) you (?:tell|check|see|show)", text)) or bool(
            re.search(r"教えて|確認して|調べて|見せて", text)
        )
    return lexicon.marks["question"].found(text) is not None


def clauses(text: str, context: Context) -> list[str]:
    """A request cut where a new wish begins: before an English verb, after a Japanese 〜て that a new name follows."""
    lex = context.lexicon
    verb = lex.marks["verb_start"].pattern
    cuts = [0]
    for joint in re.finditer(r"\s*(?:,\s*and then|,\s*and|,\s*then|;|\.\s|,|\band then\b|\bthen\b|\band\b|\bbut\b|\balso\b)\s*", text):
        if verb.match(text, joint.end()) and not re.match(r"(?:leave|keep)\b", text[joint.end() :]):
            cuts.append(joint.end())
    found = aim(text, context.index, lex, room=None, recent=()).spans
    starts = {m.start for m in found}
    for joint in re.finditer(r"(?:て|で|し|り|から|。)[、,。]?\s*(?:それから|そして|あと|ついでに|次に)?[、,]?", text):
        if lex.marks["except"].found(text[max(0, joint.start() - 6) : joint.end()]):
            continue
        if joint.end() in starts or (joint.group()[-1] in "、。," and joint.end() < len(text) and joint.group()[0] != "し"):
            cuts.append(joint.end())
    ends = [*cuts[1:], len(text)]
    parts = [text[a:b].strip() for a, b in zip(sorted(cuts), sorted(ends), strict=True)]
    return [re.sub(r"(?:[,;、。\s]|\b(?:and|then|but)\b)+$", "", p).strip() for p in parts if p.strip()] or [text]


def _clause(
    text: str, meant: Aim, context: Context, *, recent: tuple[Part, ...], kind: str | None, first: bool, correction: bool
) -> Meaning:
    lex = context.lexicon
    if meant.missing:
        return Meaning(trouble=Trouble.NO_DEVICE, about=meant.missing)
    wish = meant.masked
    targets = list(meant.targets)
    has_wish = bool(_senses(wish, lex)) or bool(numbers(wish)) or _has_value(text, lex)
    if (meant.other or correction) and recent:
        targets = targets or _others(meant, context, recent, kind)
        if not targets:
            return Meaning(options=recent)
    if context.focus.wish and not has_wish and (targets or meant.rooms) and (meant.also or correction or lex.marks["followup"].found(text)):
        targets = targets or _in_rooms(meant.rooms, kind, context)
        wish, text = context.focus.wish, context.focus.wish
    elif not targets and meant.rooms:
        targets = _of_room(meant.rooms, wish, context)
    elif not targets and recent and (meant.same or not first or has_wish) and has_wish:
        targets = [Target(recent, group=len(recent) > 1, kind=kind)]
    elif not targets and context.room and has_wish:
        targets = _of_room(frozenset({context.room}), wish, context)
    if meant.also and has_wish and not meant.targets and meant.rooms and kind:
        targets = _in_rooms(meant.rooms, kind, context) or targets
    targets = [_by_state(t, wish, context) for t in targets]
    if any(t.ambiguous for t in targets):
        options = next(t.parts for t in targets if t.ambiguous)
        if not leftover_words(_without_wish(wish, lex), lex):
            return Meaning(trouble=Trouble.WHICH, options=options, wish=wish)
        return Meaning()
    if not targets:
        return _without_target(wish, context)
    return _wished(text, wish, targets, context)


def _by_state(target: Target, wish: str, context: Context) -> Target:
    """Of several that could be meant, the only one that is on: nobody asks for what is off to be turned off or louder."""
    if not target.ambiguous or any(s.name == "on" for s, _ in _senses(wish, context.lexicon)[:1]):
        return target
    prefix = {p: f"{p.device}." for p in target.parts}
    live = tuple(p for p in target.parts if any(path.startswith(prefix[p]) and value in _LIVE for path, value in context.state.items()))
    return Target(live, kind=target.kind) if len(live) == 1 else target


_LIVE = ("on", "playing", "running", "run", "cleaning")
"""Values that say that a device is at work."""


def _without_target(wish: str, context: Context) -> Meaning:
    """A plain wish for something that this home does not have: its name is what is left over."""
    senses = _senses(wish, context.lexicon)
    for _, match in senses:
        left = leftover_words(wish.replace(match.group(), " ", 1), context.lexicon)
        known = [w for w in left if any(w in stems_of(c.says) for c in context.index.capabilities.values())]
        if left and not known and not concepts_in(" ".join(left), context.lexicon):
            return Meaning(trouble=Trouble.NO_DEVICE, about=(" ".join(left),))
    return Meaning()


def stems_of(text: str) -> set[str]:
    return {t.stem for t in tokens(normal(text))}


def _wished(text: str, wish: str, targets: Sequence[Target], context: Context) -> Meaning:
    lex = context.lexicon
    for sense, match in [*_senses(wish, lex), (None, None)]:
        rest = wish if match is None else wish[: match.start()] + " " + wish[match.end() :]
        orders: list[Order] = []
        for target in targets:
            made, used = orders_for(sense, match.group() if match else "", target, wish, rest, context)
            if not made:
                orders = []
                break
            orders += made
            rest = used
        if orders and not leftover_words(rest, lex):
            return Meaning(orders=tuple(orders), wish=wish)
    senses = _senses(wish, lex)
    plain = [s for s, m in senses if not leftover_words(_without_wish(wish[: m.start()] + " " + wish[m.end() :], lex), lex)]
    if plain and not _has_value(wish, lex) and not any(_could(s, t, context) for s in plain for t in targets):
        return Meaning(trouble=Trouble.CANNOT, about=tuple(p.device for t in targets for p in t.parts[:3]))
    return Meaning()


def _could(sense: Sense, target: Target, context: Context) -> bool:
    """Whether anything that the target offers might be a way to fulfil the wish; if so a model should look."""
    if any(named(sense, p, context.index, context.lexicon) for p in target.parts):
        return True
    concept = sense.about
    return bool(concept) and any(
        is_about(s.capability, s.command, concept, context.lexicon) for p in target.parts for s in setters(p, context.index)
    )


def _senses(wish: str, lex: Lexicon) -> list[tuple[Sense, re.Match[str]]]:
    """What the words might ask for, the longest first."""
    found = [(s, m) for s in (*lex.senses, *lex.steps) if (m := s.phrases.found(wish))]
    return sorted(found, key=lambda f: f[1].start() - f[1].end())


def _has_value(text: str, lex: Lexicon) -> bool:
    marks = ("maximum", "minimum", "half", "half_of")
    return (
        any(c.phrases.found(text) for c in lex.colours)
        or any(t.phrases.found(text) for t in lex.tones)
        or any(lex.marks[m].found(text) for m in marks)
    )


def _without_wish(text: str, lex: Lexicon) -> str:
    for number in reversed(numbers(text)):
        text = text[: number.start] + " " + text[number.end :]
    for phrases in (*(s.phrases for s in (*lex.senses, *lex.steps)), *lex.concepts.values(), *(c.phrases for c in lex.colours)):
        text = phrases.pattern.sub(" ", text)
    return text


def leftover_words(text: str, lex: Lexicon) -> list[str]:
    """The words that nothing has accounted for."""
    for mark in ("everything", "all", "except", "here", "same", "other", "also", "again"):
        text = re.sub(lex.marks[mark].pattern, lambda m: m.group() if CJK.search(m.group()) else " ", text)
    text = lex.marks["correction"].pattern.sub(" ", text)
    left = [
        t.text for t in tokens(text) if t.text.isascii() and t.text[0].isalnum() and t.text not in lex.filler and t.stem not in lex.filler
    ]
    rest = "".join(c if CJK.match(c) or c == "ー" else " " for c in text)
    for word in lex.filler_ja:
        rest = rest.replace(word, " ")
    return left + [w for w in rest.split() if len(w) > 2 or not _HIRAGANA.fullmatch(w)]


def _others(meant: Aim, context: Context, recent: tuple[Part, ...], kind: str | None) -> list[Target]:
    """The one that was not meant before: another of the kind, in the room named or in the same room."""
    index = context.index
    if meant.rooms and kind:
        return _in_rooms(meant.rooms, kind, context)
    alternatives = tuple(p for p in context.focus.alternatives if p not in recent)
    if not alternatives and len(recent) == 1:
        device = index.devices[recent[0].device]
        kinds = index.kinds_of[device.id]
        alike = [d for d in index.devices.values() if d.id != device.id and index.kinds_of[d.id] & kinds]
        near = [d for d in alike if d.room == device.room]
        alternatives = tuple(Part(d.id) for d in (near or alike))
    return [Target(alternatives, kind=kind, ambiguous=len(alternatives) > 1)] if alternatives else []


def _in_rooms(rooms: frozenset[str], kind: str | None, context: Context) -> list[Target]:
    """What of the last kind is in these rooms."""
    index = context.index
    inside = tuple(Part(d) for d in (index.of_kind(kind) if kind else index.devices) if index.devices[d].room in rooms)
    return [Target(inside, group=len(inside) > 1, kind=kind)] if inside else []


def _of_room(rooms: frozenset[str], wish: str, context: Context) -> list[Target]:
    """A room spoken of as if it were a device (`dim the kitchen`): its lights, or what has the quality spoken of."""
    index, lex = context.index, context.lexicon
    inside = tuple(Part(d) for d in index.in_rooms(rooms))
    abouts = {s.about for s, _ in _senses(wish, lex) if s.about} | set(concepts_in(wish, lex))
    numeric = [
        p for p in inside if any(is_about(s.capability, s.command, a, lex) for a in abouts - {"brightness"} for s in setters(p, index))
    ]
    lights = tuple(p for p in inside if "light" in index.kinds_of[p.device])
    if abouts - {"brightness", "position", "contact", "switchstate"} and "brightness" not in abouts and numeric:
        return [Target(tuple(numeric), group=True)]
    if lights:
        return [Target(lights, group=True, kind="light")]
    return [Target(tuple(numeric), group=True)] if numeric else []


def _chosen(text: str, context: Context) -> Meaning:
    """The person answered which one is meant."""
    answer = aim(context.chosen, context.index, context.lexicon, room=context.room, recent=())
    parts = tuple(p for t in answer.targets for p in t.parts) or tuple(Part(d) for d in context.index.in_rooms(answer.rooms))
    options = tuple(p for p in context.focus.alternatives if p in parts) or tuple(
        p for p in context.focus.alternatives if set(tokens_of(context.chosen)) & set(tokens_of(context.index.devices[p.device].name))
    )
    if context.lexicon.marks["all"].found(context.chosen):
        options = context.focus.alternatives
    options = options or tuple(t for target in answer.targets for t in target.parts)
    if not options:
        return Meaning(trouble=Trouble.WHICH, options=context.focus.alternatives, wish=text)
    wish = context.focus.wish or text
    return _wished(wish, wish, [Target(options, group=len(options) > 1)], context)


def tokens_of(text: str) -> list[str]:
    return [t.stem for t in tokens(normal(text)) if t.text.isascii() and t.text.isalnum()]


def _once(orders: Sequence[Order]) -> list[Order]:
    kept: list[Order] = []
    for order in orders:
        if order not in kept:
            kept.append(order)
    return kept


def _queried(text: str, context: Context) -> Meaning:
    meant = aim(text, context.index, context.lexicon, room=context.room, recent=context.focus.parts)
    if meant.missing:
        return Meaning(trouble=Trouble.NO_DEVICE, about=meant.missing, aims=(meant,), question=True)
    return replace(Meaning(aims=(meant,), question=True), query=queried(text, meant, context))
