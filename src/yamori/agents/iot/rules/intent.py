"""What a sentence asks of the home, as far as code can tell for certain.

Every word must be accounted for: names, a request, numbers, values and filler. What is left over makes a sentence uncertain,
and an uncertain sentence is a model's to decide (`rules/choices.py`). So a plain command costs no model call, and nothing is
done on half-understood words.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from yamori.agents.iot.rules.asides import is_story
from yamori.agents.iot.rules.clauses import clauses, has_predicate, is_remark, senses
from yamori.agents.iot.rules.commands import Order, concepts_in, takes_a_duration, valued
from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.exclusions import Exclusion, exclusion
from yamori.agents.iot.rules.glossary import spoken
from yamori.agents.iot.rules.grounding import addressable, addressed_by, nouns, objects, sharing
from yamori.agents.iot.rules.meaning import Context, Meaning, Trouble
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.onward import onward
from yamori.agents.iot.rules.opposites import is_adjective
from yamori.agents.iot.rules.predicates import leftover_words, read_predicate, small_scale, without_predicate
from yamori.agents.iot.rules.queries import STATES, measured_nowhere, queried
from yamori.agents.iot.rules.reference import MANY, able, in_rooms, likely, of_room, others
from yamori.agents.iot.rules.refusals import beside_refusal, contains_refused
from yamori.agents.iot.rules.retrieval import documented_for, evident
from yamori.agents.iot.rules.segments import is_remark as is_said_aside
from yamori.agents.iot.rules.segments import split_actions
from yamori.agents.iot.rules.staged import Staged, staged
from yamori.agents.iot.rules.superlatives import picked
from yamori.agents.iot.rules.targets import Reference, Target, resolve_reference
from yamori.agents.iot.rules.undo import taking_back
from yamori.agents.iot.rules.word_lists import begins, finder, says
from yamori.agents.iot.rules.wording import hours_in, is_later, plain, split_refusal, times_in
from yamori.agents.iot.rules.words import Lexicon, normal, squeezed, tokens
from yamori.domain.language import is_spaced
from yamori.domain.when import Kind
from yamori.understanding.mood import is_question

_MOMENTARY = ("on", "off", "open", "close", "lock", "unlock", "start", "stop", "play", "pause")
"""What is done at a time, not set to a number: with these `at 8` is an hour."""


@dataclass(frozen=True)
class _Before:
    """What earlier words of the conversation or the sentence leave to refer to."""

    recent: tuple[Part, ...]
    kind: str | None
    predicate: str
    correction: bool
    first: bool = True


def understand(request: str, context: Context) -> Meaning:
    """Read one request: as requests about how things are to be and, where that leaves it unclear, as actions that devices do.
    Read once in each context."""
    if request not in context.read:
        context.read[request] = _read(request, context)
    return context.read[request]


def _read(request: str, context: Context) -> Meaning:
    if context.room is not None and is_question(normal(request)) and says(normal(request), "in_the_home"):
        return understand(request, replace(context, room=None))  # all of the home, wherever it is asked
    one = None if context.chosen or is_question(normal(request)) else picked(normal(request), context)
    if one is not None and len(one.parts) != 1:
        return Meaning(trouble=Trouble.WHICH if one.parts else Trouble.NO_READING, options=one.parts, predicate=one.text)
    request = one.text if one is not None else request
    meaning = _understood(request, context)
    doubtful = meaning.guess or meaning.trouble in (Trouble.LATER, Trouble.NO_DEVICE)
    certain = meaning.orders or (meaning.trouble is not None and not doubtful)
    if context.chosen:
        return meaning
    asked, refused = beside_refusal(request, context)
    if refused and not certain:
        inner = understand(asked, context)
        return inner if inner.orders and not contains_refused(inner.orders, refused, context) else meaning
    if not _may_be_actions(request, context):
        return meaning
    if certain:
        return _said_in_full(meaning, request, context)
    if meaning.settled and meaning.unclear and not (rest := staged(meaning.unclear, context)).unread and rest.stages:
        return replace(meaning, orders=(*meaning.settled, *(o for stage in rest.stages for o in stage)), settled=(), unclear="")
    done = staged(request, context)
    if meaning.trouble is Trouble.LATER and (done.unread or not done.stages) and _only_lasts(request, context):
        meaning = replace(meaning, trouble=None)  # how long something is to last, which a device may well take
    if not done.stages or (is_question(normal(request)) and not _is_asked_for(done, meaning)):
        return replace(meaning, trouble=None, about=()) if _is_known_otherwise(meaning, request, context) else meaning
    if meaning.trouble is not None and (done.unread or not _explains(done, meaning, context)):
        return replace(meaning, trouble=None, about=()) if _is_known_otherwise(meaning, request, context) else meaning
    orders = tuple(o for stage in done.stages for o in stage)
    if done.unread:
        return meaning if meaning.settled or meaning.question else replace(meaning, settled=orders, unclear=done.unread)
    return replace(meaning, orders=orders, stages=done.stages, query=None, question=False, settled=(), unclear="", trouble=None)


def _said_in_full(meaning: Meaning, request: str, context: Context) -> Meaning:
    """The same commands with more of what was said as their arguments, where the documentation tells more."""
    if meaning.undo or not meaning.orders or len(meaning.orders) > MANY:
        return meaning
    done = staged(request, context)
    orders = tuple(o for stage in done.stages for o in stage)
    if done.unread or _commands(orders) != _commands(meaning.orders):
        return meaning
    richer = sum(len(o.arguments) for o in orders) > sum(len(o.arguments) for o in meaning.orders)
    return replace(meaning, orders=orders, stages=done.stages) if richer else meaning


def _commands(orders: Sequence[Order]) -> list[tuple[str, str, str, str]]:
    return sorted((o.device, o.component, o.capability, o.command) for o in orders)


def _may_be_actions(request: str, context: Context) -> bool:
    """A statement and a refusal ask for nothing to be done."""
    text, marks = plain(normal(request), context.index, context.lexicon), context.lexicon.marks
    if not text.strip() or _AS_IT_IS.search(text) or _HAPPENED.search(text) or split_refusal(text)[1] or marks["praise"].found(text):
        return False
    if marks["statement"].found(text) and not any(
        not is_said_aside(s) and not marks["statement"].found(s.text) for s in split_actions(text).segments
    ):
        return False
    return marks["undo"].found(text) is None and exclusion(text, context) is None


def _is_known_otherwise(meaning: Meaning, request: str, context: Context) -> bool:
    """Whether what the home seemed to lack is surely something that it has, by other words."""
    if not context.near or meaning.trouble is not Trouble.NO_DEVICE or meaning.question:
        return False
    if addressable(normal(request), context) == frozenset():
        return False
    return evident(request, context.near, context)


def _explains(done: Staged, meaning: Meaning, context: Context) -> bool:
    """Whether what seemed to be in the way is part of the action: a time is how long it takes, a missing thing is in its documentation."""
    if meaning.trouble is Trouble.LATER:
        return done.timed
    docs = docs_of(context.index)
    keys = [(o.component, o.capability, o.command) for stage in done.stages for o in stage]
    documented_stems = frozenset(w for key in keys for w in docs.of[key].words)
    said = [word for about in meaning.about for word in spoken(normal(about))]
    return bool(said or meaning.guess) and all(word.own in documented_stems or word.also & documented_stems for word in said)


_HAPPENED = re.compile(r"^(?:the|my|our|this|that|he|she|it|they|we|i)\b(?:\s\w+){0,3}\s\w{2,}ed\b")
"""The beginning of a story: `the fan stopped …`."""


def _only_lasts(request: str, context: Context) -> bool:
    """It says how long and not when, and a device whose documentation it is about takes that."""
    if context.now is None or any(s.kind is not Kind.DURATION for s in times_in(request, context.now)):
        return False
    if any(takes_a_duration(Part(d), context.index) for d in documented_for(request, context)):
        return True
    return bool(context.near) and evident(request, context.near, context)


def _is_asked_for(done: Staged, meaning: Meaning) -> bool:
    """Of a question only what finds something out is done, and more only after it (`check whether …, and when that is done, …`)."""
    if done.unread or not done.looks:
        return False
    return (meaning.query is None and done.finds) or done.timed or len(done.stages) > 1


def _understood(request: str, context: Context) -> Meaning:
    lex, focus = context.lexicon, context.focus
    if not request.strip():
        return Meaning()
    text = plain(whose_room(normal(request), context.index), context.index, lex)
    follows = lex.marks["followup"].found(text) is not None and bool(focus.predicate)
    if is_question(text) and not (follows and not focus.asked):
        return _queried(text, context, follows=follows)
    if context.chosen:
        return _chosen(text, context)
    if lex.marks["undo"].found(text):
        back = taking_back(focus.receipts, context.index)
        if back or not focus.receipts:
            return Meaning(orders=back, trouble=None if back else Trouble.NOTHING_BEFORE, undo=True)
    if says(text, "somebodys_room"):
        return Meaning(references=(resolve_reference(text, context.index, lex, room=context.room, recent=focus.parts, own=context.own),))
    found = mentions(text, context.index, lex)
    if is_later(text, context.now, found, lex):
        whole = resolve_reference(text, context.index, lex, room=context.room, recent=focus.parts, own=context.own)
        lasting = any(takes_a_duration(p, context.index) for t in whole.targets for p in t.parts)
        return _asked(text, context) if lasting else Meaning(trouble=Trouble.LATER)
    if left_out := exclusion(text, context):
        return _all_but(left_out, context)
    asked, refused = split_refusal(text)
    if refused:
        return _but_not(asked, refused, context)
    meaning = _asked(text, context)
    done = bool(meaning.orders) or meaning.trouble is Trouble.CANNOT
    if done and hours_in(text, context.now) and _is_timed(meaning, context):
        return Meaning(trouble=Trouble.LATER)
    return meaning


def whose_room(text: str, index: HomeIndex) -> str:
    """`Zoe's at school, … in her room` with the name of the only person it speaks of."""
    named = [n for p in index.home.people if re.search(rf"\b{re.escape(n := normal(p.name))}\b", text)]
    return finder("somebodys_room").sub(f"{named[0]}'s room", text) if len(named) == 1 and is_spaced(named[0]) else text


def _asked(text: str, context: Context) -> Meaning:
    """A request clause by clause; certain only if each of them is."""
    lex, focus = context.lexicon, context.focus
    if _AS_IT_IS.search(text) and "make sure" not in text:
        return Meaning(references=(resolve_reference(text, context.index, lex, room=context.room, recent=focus.parts, own=context.own),))
    before = _Before(focus.parts, focus.kind, focus.predicate, lex.marks["correction"].found(text) is not None and bool(focus.parts))
    whole = resolve_reference(text, context.index, lex, room=None, recent=())
    pieces = _with_their_places(clauses(text, whole.spans, lex), context)
    orders: list[Order] = []
    references: list[Reference] = []
    left: list[tuple[str, Reference, Meaning]] = []
    predicate, own = "", context.own
    where: frozenset[str] = frozenset()
    for clause in pieces:
        if says(clause, "over_there") and before.recent:
            where = frozenset(r for p in before.recent if (r := context.index.devices[p.device].room))
        resolved = partial(
            resolve_reference,
            clause,
            context.index,
            lex,
            room=context.room,
            recent=before.recent,
            likely=where or whole.said_rooms,
            where=where,
            own=own,
        )
        reference = resolved()
        references.append(reference)
        if len(pieces) > 1 and _AS_IT_IS.search(clause) and "make sure" not in clause:
            spoken_of = tuple(p for t in reference.targets for p in t.parts)
            before = replace(before, recent=spoken_of or before.recent)
            continue
        taker = _sole_taker(clause, reference, before, context)
        remark = taker is None and len(pieces) > 1 and is_remark(clause, reference, lex)
        if remark and not _chooses_a_mode(clause, before.recent, context):
            where = reference.said_rooms or where
            continue
        if taker is not None:
            before = replace(before, recent=(taker,), kind=None, predicate="")
            masked_clause = _VALUE_BEHIND.sub("to ", reference.masked)
            reference = references[-1] = replace(reference, targets=(Target((taker,)),), masked=masked_clause)
        read = _clause(clause, reference, context, before)
        if any(m.places for m in reference.spans):
            placed = resolved(homonym=Named.ROOM)
            read = _device_or_room(read, _clause(clause, placed, context, before))
        if not read.orders:
            left.append((clause, reference, read))
            spoken_of = tuple(p for t in reference.targets for p in t.parts)
            if 0 < len(spoken_of) <= MANY:  # what comes after it may well go on about them
                before = replace(before, recent=spoken_of, kind=reference.targets[0].kind)
            continue
        orders += read.orders
        predicate = read.predicate
        kind = next((t.kind for t in reference.targets if t.kind), before.kind)
        before = _Before(tuple(dict.fromkeys(Part(o.device) for o in read.orders)), kind, predicate, before.correction, first=False)
    if left:
        return _mixed(orders, references, left, predicate, lex)
    undone = _undone(text, orders, references, context) if before.correction else ()
    return Meaning(orders=_once((*undone, *orders)), references=tuple(references), predicate=predicate, undo=bool(undone))


_VALUE_LED = re.compile(r"\b(?:on|to|in|at) +\w")
"""A value stands behind one of these: `warm it up` names none."""
_VALUE_BEHIND = re.compile(r"(?<=□ )on\s+(?=\w)")
"""Leads to a value, and switches nothing on: `put it on wool`."""


def _sole_taker(clause: str, reference: Reference, before: _Before, context: Context) -> Part | None:
    """The only device of the home that can be set to a value that was said, where what was spoken of before cannot: `put it on wool`."""
    points = not is_spaced(clause) or (reference.same and _VALUE_LED.search(clause) is not None)
    if not points or reference.targets or reference.rooms or reference.missing or reference.everything or reference.other:
        return None
    if any(_can_be_set(part, clause, context) for part in before.recent[:MANY]):
        return None
    able = [part for d in context.index.devices if _can_be_set(part := Part(d), clause, context)]
    return able[0] if len(able) == 1 else None


def _can_be_set(part: Part, clause: str, context: Context) -> bool:
    """Whether a listed value was said that a part can be set to; on and off are said of anything."""
    found = valued(part, context.index, context.lexicon, clause)
    return any(squeezed(str(value)) not in ("on", "off") for order, _ in found for value in order.arguments.values())


def _chooses_a_mode(clause: str, recent: Sequence[Part], context: Context) -> bool:
    """Whether what looks like a remark names one of the values of what was just spoken of (`start the dryer. In eco mode`)."""
    return any(len(valued(part, context.index, context.lexicon, clause)) == 1 for part in recent[:MANY])


def _with_their_places(pieces: list[str], context: Context) -> list[str]:
    """The clauses, with a place that stands before one of them (`in the hall, …`) as a part of it."""
    joined: list[str] = []
    before = ""
    for piece in pieces:
        found = mentions(piece, context.index, context.lexicon)
        if _ONLY_WHERE.fullmatch(masked(piece, [(m.start, m.end) for m in found])):
            before += f"{piece}, "
            continue
        joined.append(before + piece)
        before = ""
    return joined or pieces


_ONLY_WHERE = re.compile(r"\s*(?:in|on|at)\s*□\s*,?\s*")


def _mixed(
    orders: Sequence[Order], references: Sequence[Reference], left: Sequence[tuple[str, Reference, Meaning]], predicate: str, lex: Lexicon
) -> Meaning:
    """A request of which some clauses could not be carried out: what is certain is settled, what is not a model decides alone."""
    first = left[0][2]
    if not orders:
        certain = first.trouble is not None and left[0][1] is references[0]
        return replace(first, references=tuple(references)) if certain else Meaning(references=tuple(references))
    left = [(c, reference, read) for c, reference, read in left if not is_story(c) and not _tells_a_state(c, lex)]
    unclear = [(c, reference) for c, reference, read in left if read.trouble not in _SURE or read.guess]
    if not left:
        return Meaning(orders=_once(orders), references=tuple(references), predicate=predicate)
    first = left[0][2]
    if not unclear:
        return Meaning(
            orders=_once(orders), references=tuple(references), predicate=predicate, left=replace(first, references=(left[0][1],))
        )
    joint = "、" if any(not is_spaced(c) for c, _ in unclear) else " and "
    return Meaning(
        references=tuple(m for _, m in unclear), settled=_once(orders), unclear=joint.join(c for c, _ in unclear), predicate=predicate
    )


def _tells_a_state(clause: str, lex: Lexicon) -> bool:
    """Whether a clause only tells how something is (つけっぱなしだよ), as the reason for another."""
    return lex.marks["statement"].found(clause) is not None and any(value.found(clause) for value in lex.values.values())


_SURE = (Trouble.NO_DEVICE, Trouble.ABSENT, Trouble.CANNOT)

_AS_IT_IS = re.compile(
    r"\b(?:is|are|was|were)\s+(?:still |already |all )?(?:on|off|open|closed|locked|unlocked)(?: again| now| yet)*[.!]*$"
)
"""Tells how something is, and asks for nothing."""


def _undone(text: str, orders: Sequence[Order], references: Sequence[Reference], context: Context) -> tuple[Order, ...]:
    """What takes back the wrong thing that was done before, where another one is named instead."""
    lex = context.lexicon
    touched = {p.device for p in context.focus.parts}
    if any(o.device in touched for o in orders) or any(a.also for a in references):
        return ()
    if any(has_predicate(a.masked, lex) for a in references) and not lex.marks["mistaken"].found(text):
        return ()
    return taking_back(context.focus.receipts, context.index)


def _is_timed(meaning: Meaning, context: Context) -> bool:
    """`Turn on the lamp at 8` is for eight o'clock, unless 8 is a speed or a step that the device has."""
    named = {s.name for s, _ in senses(meaning.references[-1].masked, context.lexicon)} if meaning.references else set()
    return bool(named & set(_MOMENTARY)) and not any(small_scale(Part(o.device), context) for o in meaning.orders)


def _all_but(left_out: Exclusion, context: Context) -> Meaning:
    """A request for all but some, certain only where it reaches more than what is left out."""
    meaning = _asked(left_out.text, replace(context, focus=replace(context.focus, parts=())))
    kept = tuple(o for o in meaning.orders if o.device not in left_out.devices)
    if not kept:
        return Meaning(references=tuple(replace(a, excluded=a.excluded | left_out.devices) for a in meaning.references))
    lit = (
        read_predicate("□をつけて", [Target(tuple(Part(d) for d in sorted(left_out.devices)), group=True)], context).orders
        if left_out.on
        else ()
    )
    return replace(meaning, orders=(*lit, *kept))


def _but_not(asked: str, refused: str, context: Context) -> Meaning:
    """A request with something that is not to be done: left out of it, or all that was said."""
    lex = context.lexicon
    exclusion = resolve_reference(refused, context.index, lex, room=context.room, recent=context.focus.parts, own=context.own)
    if not asked:
        return Meaning(trouble=Trouble.REFUSED, references=(exclusion,))
    meaning = _asked(asked, context)
    devices = {p.device for t in exclusion.targets for p in t.parts} | set(context.index.in_rooms(exclusion.rooms))
    if not exclusion.targets and not exclusion.rooms:
        commanded = {s.name for s, _ in senses(asked, lex)}
        return Meaning(references=meaning.references) if commanded & {s.name for s, _ in senses(refused, lex)} else meaning
    kept = tuple(o for o in meaning.orders if o.device not in devices)
    return replace(meaning, orders=kept) if kept else Meaning(references=(*meaning.references, exclusion))


def _clause(text: str, reference: Reference, context: Context, before: _Before) -> Meaning:
    lex = context.lexicon
    if (missing := reference.missing or (reference.missing_place or "",)) != ("",):
        named = {p.device for t in reference.targets for p in t.parts} or {p.device for p in before.recent}
        return Meaning() if _are_parts(missing, named, context) else _missing(missing, reference, text, context)
    predicate, own = reference.masked, has_predicate(reference.masked, lex)
    targets, predicate = _resolved(reference, predicate, own, context, before, text)
    things = () if reference.targets or reference.same else objects(reference.masked, context)
    if things and targets and not _parts(targets) <= (addressed_by(reference, text, context) or frozenset()):
        return Meaning(trouble=Trouble.NO_DEVICE, about=things[:1])  # `the kettle in the hall` is none of the lights in the hall
    if targets and reference.same and not (reference.targets or reference.rooms or before.recent or _is_of_a_room(predicate, context)):
        return Meaning(trouble=Trouble.WHICH, options=tuple(p for t in targets for p in t.parts), predicate=predicate)
    targets = [likely(t, predicate, context) for t in targets]
    targets = [_capable(t, predicate, context) for t in targets]
    if any(t.ambiguous for t in targets):
        options = next(t.parts for t in targets if t.ambiguous)
        left = leftover_words(without_predicate(predicate, lex), lex)
        if all(is_adjective(word, lex) for word in left):
            return Meaning(trouble=Trouble.WHICH, options=options, predicate=predicate)
        return Meaning()
    if not targets:
        return _without_target(predicate, context)
    return read_predicate(predicate, targets, context)


def _is_of_a_room(predicate: str, context: Context) -> bool:
    """Whether `it` may be the room where nothing was spoken of before (`make it warmer`), and is no device that has to be named."""
    qualities = set(concepts_in(predicate, context.lexicon)) - set(STATES)
    return bool(qualities) or any(s.by or s.about for s, _ in senses(predicate, context.lexicon))


def _parts(targets: Sequence[Target]) -> frozenset[str]:
    return frozenset(p.device for t in targets for p in t.parts)


def _missing(about: tuple[str, ...], reference: Reference, text: str, context: Context) -> Meaning:
    """What was named and is not there: surely so where the home has it elsewhere and nothing in the place shares the word."""
    instead = reference.elsewhere or (() if sharing(about, context.index) else tuple(p for t in reference.targets for p in t.parts))
    if instead and (reference.missing_place or not addressed_by(reference, text, context)):
        return Meaning(trouble=Trouble.ABSENT, about=about, options=instead, references=(reference,))
    return Meaning(trouble=Trouble.NO_DEVICE, about=about, references=(reference,))


def _device_or_room(device: Meaning, room: Meaning) -> Meaning:
    """Which of two is meant where a device and a room bear one name: the one for which it can be done; a question where both are."""
    if not room.orders or device.trouble is Trouble.WHICH:
        return device
    if not device.orders:
        return room
    if set(_commands(device.orders)) == set(_commands(room.orders)):
        return device
    parts = tuple(dict.fromkeys(Part(o.device) for o in (*device.orders, *room.orders)))
    return Meaning(trouble=Trouble.WHICH, options=parts, predicate=device.predicate)


def _are_parts(about: Sequence[str], devices: Set[str], context: Context) -> bool:
    """Whether what the home lacks is a part of one of these devices: their documentation speaks of it (`the lid of the pot`)."""
    docs = docs_of(context.index)
    documented_stems = frozenset(w for d in devices for key in docs.keys.get(d, ()) for w in docs.of[key].words)
    said = [word for text in about for word in spoken(normal(text))]
    return bool(said) and all(word.own in documented_stems or word.also & documented_stems for word in said)


def _resolved(reference: Reference, predicate: str, own: bool, context: Context, before: _Before, text: str) -> tuple[list[Target], str]:
    """The targets of a clause, and its request: its own, or the one of before (`and the hall as well`, 違う、寝室の方)."""
    lex, index = context.lexicon, context.index
    targets = list(reference.targets)
    if before.recent and not targets and not reference.rooms and lex.marks["onward"].pattern.fullmatch(text.strip(" .!。！")):
        spoken_of = [Target(before.recent, group=len(before.recent) > 1, kind=before.kind)]
        if further := onward(before.predicate, spoken_of, context):
            return spoken_of, further
    corrected = before.correction and before.first
    if reference.other and before.recent:
        targets = targets or others(reference, context, before.recent, before.kind)
        if not targets:
            return [], predicate
    follows = reference.also or corrected or reference.other or not before.first or lex.marks["followup"].found(text) is not None
    verbal = (
        not before.first and lex.marks["verb_start"].pattern.match(predicate) and leftover_words(predicate, lex)
    )  # `…, and give it a polish`
    if before.predicate and not own and not verbal and (targets or reference.rooms) and follows:
        return targets or in_rooms(reference.rooms, before.kind, index), before.predicate
    if targets:
        return targets, predicate
    if reference.rooms:
        same = own and before.kind and (reference.also or _ONE_THERE.search(predicate))
        alike = in_rooms(reference.rooms, before.kind, index) if same else []
        return alike or of_room(reference.rooms, predicate, context), predicate
    if own and before.recent:
        return [Target(before.recent, group=len(before.recent) > 1, kind=before.kind)], predicate
    if own and context.room and (near := of_room(frozenset({context.room}), predicate, context)):
        return near, predicate
    return (able(predicate, context) if own else []), predicate


def _capable(target: Target, predicate: str, context: Context) -> Target:
    """Of several that could be meant, the only one that can do it (`make the lamp blue`)."""
    if not target.ambiguous or len(target.parts) > MANY:
        return target
    able = tuple(p for p in target.parts if read_predicate(predicate, [Target((p,), kind=target.kind)], context).orders)
    return Target(able, kind=target.kind) if len(able) == 1 else target


_ONE_THERE = re.compile(r"□の[はもをが]|□ ones?\b|\bones? (?:in|on|at) □")
"""Stands for what was spoken of before, in another room: `the bedroom one`, 寝室のは."""


def _without_target(predicate: str, context: Context) -> Meaning:
    """A plain request for something that this home does not have: its name is what is left over."""
    lex = context.lexicon
    for sense, match in senses(predicate, lex):
        if sense.by:
            continue
        left = leftover_words(predicate.replace(match.group(), " ", 1), lex)
        documented = {t.stem for c in context.index.capabilities.values() for t in tokens(normal(c.says))}
        if left and not documented & set(left) and not concepts_in(" ".join(left), lex) and _is_object(left[0], predicate):
            about = " ".join(left)
            return Meaning(trouble=Trouble.NO_DEVICE, about=(about,), guess=lex.places.found(about) is None)
    return Meaning()


def _is_object(word: str, predicate: str) -> bool:
    """A Japanese word is a thing only where a particle or the verb says so; an English one by its place."""
    return is_spaced(word) or any(word + particle in predicate for particle in "をの")


def _chosen(text: str, context: Context) -> Meaning:
    """The person answered which one is meant."""
    answer = resolve_reference(context.chosen, context.index, context.lexicon, room=context.room, recent=(), own=context.own)
    parts = tuple(p for t in answer.targets for p in t.parts) or tuple(Part(d) for d in context.index.in_rooms(answer.rooms))
    offered = context.focus.alternatives
    within = tuple(p for p in offered if context.index.devices[p.device].room in answer.said_rooms)
    said = set(_words(context.chosen))
    options = (
        tuple(p for p in offered if p in parts and (not within or p in within))
        or within
        or tuple(p for p in offered if said & set(_words(context.index.devices[p.device].name)))
    )
    if context.lexicon.marks["all"].found(context.chosen):
        options = offered
    options = options or parts
    if not options:
        return Meaning(trouble=Trouble.WHICH, options=offered, predicate=text) if offered else Meaning()
    return read_predicate(context.focus.predicate or text, [Target(options, group=len(options) > 1)], context)


def _words(text: str) -> list[str]:
    return [t.stem for t in tokens(normal(text)) if t.is_word and t.text.isalnum()]


def _asks_a_reason(text: str) -> bool:
    """Who did something, or why: that is no device's to know."""
    while lead := next((word for word in ("so ", "and ") if text.startswith(word)), ""):
        text = text.removeprefix(lead)
    return begins(text, "asks_who_or_why") or says(text, "asks_a_reason")


def _queried(text: str, context: Context, *, follows: bool) -> Meaning:
    wide = says(text, "any_room") or says(text, "asks_where")  # which rooms, or whether any: not only what was spoken of
    recent = () if wide else context.focus.parts
    if says(text, "asks_where"):
        context = replace(context, room=None)
    reference = resolve_reference(text, context.index, context.lexicon, room=context.room, recent=recent, own=context.own)
    if reference.missing or reference.missing_place:
        return replace(_missing(reference.missing or (reference.missing_place,), reference, text, context), question=True)
    if _asks_a_reason(text):
        return Meaning(references=(reference,), question=True)
    asked = context.focus.predicate if follows and context.focus.asked else text  # `and the bedroom one?` asks the same of another
    if not reference.targets and measured_nowhere(text, reference, context):
        return Meaning(trouble=Trouble.NO_READING, references=(reference,), question=True)
    query = queried(asked, reference, context)
    if any(m.places for m in reference.spans) and (query is None or not query.attributes):  # the room of that name may tell
        placed = resolve_reference(
            text, context.index, context.lexicon, room=context.room, recent=recent, own=context.own, homonym=Named.ROOM
        )
        reference, query = (
            (placed, placed_query)
            if (placed_query := queried(asked, placed, context)) is not None and placed_query.attributes
            else (reference, query)
        )
    if query is not None and query.value is not None and (more := _AND_WHAT.search(text)) is not None:
        further = queried(more["more"], replace(reference, masked=more["more"]), context)
        if further is not None and {p.device for p in further.parts} <= {p.device for p in query.parts}:
            both = tuple(dict.fromkeys((*query.attributes, *further.attributes))) if further.attributes else ()
            query = replace(query, attributes=both, value=None)
    things = nouns(reference.masked, context)
    if query is not None and query.value is not None and not reference.targets and not reference.same and things:
        known = sharing(things, context.index)
        query = replace(query, parts=tuple(p for p in query.parts if p.device in known))
        if not query.parts:
            return Meaning(trouble=Trouble.NO_DEVICE, about=things[:1], references=(reference,), question=True)
    return Meaning(references=(reference,), question=True, query=query)


_AND_WHAT = re.compile(r"\band (?P<more>(?:what|how)\b.*)$")
"""A second question behind one of whether something is so: `is it on, and how high?`"""


def _once(orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple({(o.device, o.component, o.capability, o.command, repr(o.arguments)): o for o in orders}.values())
