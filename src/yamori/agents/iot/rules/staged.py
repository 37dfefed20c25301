"""A whole request for actions as orders in stages: what is done at once, and what after it. Built on `segments` and `acts`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.rules.acts import Match, best, matches, orders, sets_what_is_stepped, steps_said, the_one
from yamori.agents.iot.rules.commands import Order, is_duration
from yamori.agents.iot.rules.docs import Docs, docs_of
from yamori.agents.iot.rules.grounding import addressable
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.retrieval import clear, leads
from yamori.agents.iot.rules.said import Said, read_segment
from yamori.agents.iot.rules.segments import MARKED, Segment, is_remark, split_actions
from yamori.agents.iot.rules.slots import slotted
from yamori.agents.iot.rules.word_lists import says, words_for
from yamori.domain.language import is_spaced

_AS_GOOD = 0.95
"""What was just spoken of is meant where it fits nearly as well as the best of the home."""


@dataclass(frozen=True)
class Staged:
    """What code could read of a request for actions."""

    stages: tuple[tuple[Order, ...], ...]
    """Those of one stage are begun at the same time, when all of the stage before are over."""
    unread: str
    """What a model must decide."""
    looks: bool
    """It begins with an order that only finds something out."""
    finds: bool
    """All of its orders do."""
    timed: bool
    """It says how long something is to be done."""


def staged(request: str, context: Context) -> Staged:
    """Read a request segment by segment. A device that was named stays the one spoken of until another is."""
    cut = split_actions(request)
    made: list[tuple[int, Order]] = []
    unread: list[Segment] = []
    looks, finds, timed = True, True, False
    near: tuple[str, ...] = tuple(p.device for p in context.focus.parts)
    last: _Read | None = None
    for segment in cut.segments:
        read = _read(segment, cut.quoted, near, context)
        onward = bool(read.said.words) and all(word & words_for("going_on") for word in read.said.words)
        if onward and not read.said.devices:
            read = replace(read, match=None, orders=())  # `a little less`: of what, only what went before can tell
        if last is not None and last.segment.stage == segment.stage and (not read.orders or read.repeats(last)):
            joined = replace(segment, text=f"{last.segment.text} {segment.text}", first=last.segment.first)
            whole = _read(joined, cut.quoted, last.near, context)
            if whole.adds_to(last):  # `start the mangle, 60 degrees`: what follows belongs to what went before
                made = [m for m in made if m[1] not in last.orders]
                read = whole
        if not read.says or is_remark(segment):
            near = read.said.devices or read.said.kinds or near
            continue
        if read.only_calls:
            near = read.said.devices
            continue
        if not read.orders and unread and unread[-1] is not segment and unread[-1].stage == segment.stage:
            joined = replace(segment, text=f"{unread[-1].text} {segment.text}", first=unread[-1].first)
            whole = _read(joined, cut.quoted, near, context)
            read = whole if whole.orders else read
            if whole.orders:
                unread.pop()
        if not read.orders and last is not None and last.segment.stage == segment.stage and read.only_adds_quantity(last, context):
            made = [m for m in made if m[1] not in last.orders]  # how, how much or how long, of what went before
            unread.append(replace(segment, text=_whole(last.segment.text, segment.text), first=last.segment.first))
            near, last = last.said.devices or near, None
            continue
        if not read.orders:
            unread.append(segment)
            near = read.said.devices or near
            continue
        assert read.match is not None
        looks = looks and (bool(made) or read.match.only_looks)
        finds = finds and read.match.only_looks
        timed = timed or read.said.seconds is not None
        made += [(segment.stage, o) for o in read.orders]
        near = tuple(dict.fromkeys(o.device for o in read.orders))
        last = read
    if made:
        unread = [s for s in unread if not _is_heading(s, context) and not _is_begun(s, [o for _, o in made], context)]
    made = [m for n, m in enumerate(made) if m not in made[:n]]
    numbers = sorted({stage for stage, _ in made})
    stages = tuple(tuple(o for stage, o in made if stage == number) for number in numbers)
    joint = "、" if any(not is_spaced(s.text) for s in unread) else " and "
    said_of = joint.join(MARKED.sub(lambda m: f'"{cut.quoted[int(m.group(1))]}"', s.text) for s in unread)
    return Staged(stages, said_of, looks and bool(made), finds and bool(made), timed)


def askings(request: str, context: Context) -> int:
    """How many segments of a request ask for something."""
    cut = split_actions(request)
    read = [read_segment(s, cut.quoted, context) for s in cut.segments if not is_remark(s)]
    return sum(bool(said.words or said.texts or said.unknown or said.numbers or said.seconds is not None) for said in read)


@dataclass(frozen=True)
class _Read:
    """What became of one segment."""

    segment: Segment
    said: Said
    match: Match | None
    orders: tuple[Order, ...]
    near: tuple[str, ...]
    """What had been spoken of before it."""

    @property
    def says(self) -> bool:
        """Whether there is anything in it that asks for something."""
        said = self.said
        return bool(said.words or said.texts or said.unknown or said.devices or said.numbers or said.seconds is not None)

    @property
    def only_calls(self) -> bool:
        """Whether it calls devices by name, before it says what they are to do: nothing else is in it, no way (`down`) either."""
        said = self.said
        asks_more = said.words or said.texts or said.unknown or said.numbers or said.seconds is not None
        return bool(said.devices) and not asks_more and not self.orders and said.downward == said.upward

    def repeats(self, other: "_Read") -> bool:
        """The same command on the same devices."""
        return [(o.device, o.component, o.capability, o.command) for o in self.orders] == [
            (o.device, o.component, o.capability, o.command) for o in other.orders
        ]

    def only_adds_quantity(self, other: "_Read", context: Context) -> bool:
        """A quantity that no command of its own takes, and no other device."""
        elsewhere = set(self.said.devices) - {o.device for o in other.orders}
        own = clear(self.said, context) is not None
        return bool(self.said.numbers or self.said.seconds is not None) and not elsewhere and not own

    def adds_to(self, other: "_Read") -> bool:
        """A command on the same devices that takes in more of what was said."""
        if self.match is None or other.match is None or {o.device for o in self.orders} != {o.device for o in other.orders}:
            return False
        return len(self.match.arguments) > len(other.match.arguments)


def _read(segment: Segment, quoted: Sequence[str], near: tuple[str, ...], context: Context) -> _Read:
    docs = docs_of(context.index)
    said = read_segment(segment, quoted, context)
    if not said.words and not said.texts:
        return _Read(segment, said, *_by_amounts(said, near, docs, context), near)
    scope = said.devices or (tuple(context.index.devices) if said.everyone else context.index.in_rooms(said.rooms))
    reference = None if said.everyone else addressable(segment.text, context)
    if reference is not None:
        scope = tuple(d for d in scope if d in reference)
        near = tuple(d for d in near if d in reference)
        if not reference:
            return _Read(segment, said, None, (), near)
    match, found, devices = _reference(said, docs, scope, near, reference, context)
    if context.near.get(segment.text):
        offer = None if said.every or said.everyone or says(said.plain, "groups") else clear(said, context)
        possible = scope or near or reference or context.index.devices
        sure = the_one(offer, said, docs, context) if offer is not None and offer.device in possible else None
        if sure is not None and offer is not None and (match is None or offer[2:] != (match.doc.capability.name, match.doc.command.name)):
            match, found, devices = sure, [sure], (offer.device,)
        elif match is not None and not leads(match.doc.capability.name, match.doc.command.name, said, context):
            match = None
    if match is None:
        return _Read(segment, said, *_by_amounts(said, near, docs, context), near)
    done = orders(match, said, docs, devices, found)
    more, several = _by_amounts(said, near, docs, context)
    if more is not None and len(several) > len(done) and {_command(o) for o in done} <= {_command(o) for o in several}:
        return _Read(segment, said, more, several, near)  # the match took in only some of what was said
    return _Read(segment, said, match, done, near)


def _command(order: Order) -> tuple[str, str, str, str]:
    return order.device, order.component, order.capability, order.command


def _by_amounts(said: Said, near: tuple[str, ...], docs: Docs, context: Context) -> tuple[Match | None, tuple[Order, ...]]:
    """The orders of the one device that was named, or just spoken of, which the amounts alone tell, and the last of their matches."""
    spoken_of = said.devices or near
    if len(spoken_of) != 1 or said.everyone or said.every:
        return None, ()
    found = slotted(said, docs.keys.get(spoken_of[0], ()), docs, context)
    steps = steps_said(said, context)
    if any(sets_what_is_stepped(match.doc, match.arguments, steps) for match in found):
        return None, ()
    made = tuple(o for match in found for o in orders(match, said, docs, spoken_of, [match]))
    return (found[-1], made) if found and len(made) == len(found) else (None, ())


def _sharing_most(devices: Sequence[str], said: Said, docs: Docs) -> tuple[str, ...]:
    """Of several devices that can do it, those whose names and documentation hold most of the words (`the jetson's display`)."""
    counts = {d: sum(bool(word & docs.about[d]) for word in said.words) for d in devices}
    most = max(counts.values(), default=0)
    return tuple(d for d, count in counts.items() if count == most)


def _reference(
    said: Said, docs: Docs, scope: tuple[str, ...], near: tuple[str, ...], reference: frozenset[str] | None, context: Context
) -> tuple[Match | None, list[Match], tuple[str, ...]]:
    """The command, all that fit, and the devices: those named; all that can where all were meant; else the ones just spoken of, the only
    one, or the one in the person's room. Only where nothing bounds what is `meant`, the first."""
    if scope:
        keys = list(dict.fromkeys(k for d in scope for k in docs.keys.get(d, ())))
        fit = matches(said, docs, keys, context)
        return best(fit, said), fit, scope
    devices = context.index.devices if reference is None else [d for d in context.index.devices if d in reference]
    everything = list(dict.fromkeys(k for d in devices for k in docs.keys.get(d, ())))
    found = matches(said, docs, everything, context)
    close = list(dict.fromkeys(k for d in near for k in docs.keys.get(d, ())))
    fit = matches(said, docs, close, context)
    local = best(fit, said)
    if local is not None and not said.every and local.worth >= found[0].worth * _AS_GOOD:
        return local, fit, near
    match = best(found, said)
    if match is None:
        return None, [], ()
    wanted = (match.doc.capability.name, match.doc.command.name)
    able = tuple(dict.fromkeys(d for k in everything if k[1:] == wanted for d in docs.devices[k] if reference is None or d in reference))
    if said.every:
        return match, found, able
    spoken_of = tuple(d for d in near if d in able)
    here = tuple(d for d in able if context.room and context.index.devices[d].room == context.room)
    if reference is not None and len(able) > 1 and not spoken_of and len(here) != 1:
        shared = _sharing_most(able, said, docs)
        return (match, found, shared) if len(shared) == 1 else (None, [], ())
    return match, found, (spoken_of or here or able)[:1]


def _whole(first: str, second: str) -> str:
    return f"{first}, {second}" if is_spaced(first) else f"{first}、{second}"


def _is_begun(segment: Segment, made: Sequence[Order], context: Context) -> bool:
    """`Run me a bath, 40 degrees for ten minutes`: it only asks for the device to do what something after it has told in full."""
    if "\ue000" in segment.text:
        return False
    said = read_segment(segment, (), context)
    if (
        said.unknown
        or said.numbers
        or said.seconds is not None
        or len(said.devices) != 1
        or not all(w & words_for("doing") for w in said.words)
    ):
        return False
    docs = docs_of(context.index)
    own = [(docs.of[o.component, o.capability, o.command].command, o.arguments) for o in made if o.device == said.devices[0]]
    return bool(said.words) and any(is_duration(a, command) for command, given in own for a in given)


def _is_heading(segment: Segment, context: Context) -> bool:
    """`Begin the evening show.` says what the sentences after it spell out: it names no device and no number."""
    said = read_segment(segment, (), context) if "\ue000" not in segment.text else None
    if said is None or said.devices or said.numbers or said.seconds is not None:
        return False
    return segment.first
