"""Which commands of the home a request is likely about, the likeliest first.

Two signs together: the share of its words that stand in a command's documentation, rare ones counting more, and how near it lies to that
documentation as a vector (`embedding`), which knows paraphrases and both languages. Nearness is measured in standard deviations over the
home's commands, because a likeness says something only beside the others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean, pstdev

from yamori.agents.iot.rules.commands import Offer, offered, properties
from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.said import Said, read_segment
from yamori.agents.iot.rules.segments import is_remark, split_actions
from yamori.agents.iot.rules.words import name_words
from yamori.domain.capability import Capability, CommandSpec
from yamori.domain.home import Device

ALIKE = 1.5
"""What nearness weighs."""
SHARED = 4.0
"""What it weighs where all that was said stands in the documentation; 3 to 6 ranked equally well."""
LEAD = 0.7
"""By so much a command leads the others where it is clear: 56 of 57 single commands of four homes (docs/measurements.md)."""
DEVICE_LEAD = 0.3
"""By so much a device leads the others where it is clear: 103 of 104."""
CALLED = 2.0
"""What it weighs that a device was named beside what is asked for."""
WHOLE = 0.5
"""What the whole request weighs beside its best segment."""
BEHIND = 4.0
"""What lies further behind is not shown to a model, which would be tempted."""
FOREMOST = 4
"""What words alone chose must be among so many by both signs."""
FEW = 4
"""In a large home so many devices of one kind are each described by their own names too; of more, only what they can do."""
LARGE = 60
"""Devices; above it passages are shared, so that a home of 1,000 costs little more than one of 60."""
_NAMED = 3.0
"""What it is worth to be called by name, as rarity."""
_STRONGEST = 2.0
"""From this weight of the place where a word stands it counts in full."""


def passages(index: HomeIndex) -> Mapping[Offer, str]:
    """What stands for each command when it is compared as a vector."""
    held: dict[str, int] = {}
    for device in index.devices.values():
        for name in {n for _, n in device.capabilities()}:
            held[name] = held.get(name, 0) + 1
    return {
        Offer(device.id, component, capability.name, command.name): _passage(
            device if held[capability.name] <= FEW or len(index.devices) <= LARGE else None, component, capability, command
        )
        for device in index.devices.values()
        for component, capability, command in offered(Part(device.id), index)
    }


def _passage(device: Device | None, component: str, capability: Capability, command: CommandSpec) -> str:
    named = [device.name, *device.aliases] if device is not None else []
    part = " ".join(name_words(component)) if component != "main" else ""
    values = " ".join(str(v) for p in properties(command).values() for v in p.get("enum", ()))
    called = " ".join(n for n in (*named, part) if n)
    return f"{called}: {' '.join(name_words(command.name))}. {command.says} {values}. {capability.says}"


def shared_words(request: str, context: Context) -> Mapping[Offer, float]:
    """How much the words of a request have to do with each command's documentation; its best segment counts."""
    cut = split_actions(request)
    return _best(words_shared(read_segment(s, cut.quoted, context), context) for s in cut.segments)


def likelihood(request: str, near: Mapping[str, Mapping[Offer, float]], context: Context) -> Mapping[Offer, float]:
    """How likely each command is meant somewhere in the request: by the segments that ask for something and, with half the weight, by all
    of it, since a remark may tell which device is meant. About 0 for the likeliest of a segment, less for others. `near` holds the
    likenesses of the segments and of the whole request, or nothing."""
    cut = split_actions(request)
    read = {s.text: read_segment(s, cut.quoted, context) for s in cut.segments}
    asking = [s.text for s in cut.segments if not is_remark(s)] or list(read)
    each = [scored(words_shared(read[text], context), near.get(text, {})) for text in asking]
    parts = _best(_below_best(scores) for scores in each if scores)
    whole = scored(_best(words_shared(said, context) for said in read.values()), near.get(request, {}))
    top = max(whole.values(), default=0.0)
    named = {d for said in read.values() for d in said.devices}
    if any(read[text].devices for text in asking):
        named = set()  # else what was named in a remark is what the rest is about
    return {o: s + WHOLE * (whole.get(o, 0.0) - top) + CALLED * (o.device in named) for o, s in parts.items()}


def _below_best(scores: Mapping[Offer, float]) -> Mapping[Offer, float]:
    """How far each lies below the best of them."""
    top = max(scores.values())
    return {offer: score - top for offer, score in scores.items()}


def _best(each: Iterable[Mapping[Offer, float]]) -> Mapping[Offer, float]:
    found: dict[Offer, float] = {}
    for scores in each:
        for offer, score in scores.items():
            found[offer] = max(found.get(offer, score), score)
    return found


def words_shared(said: Said, context: Context) -> Mapping[Offer, float]:
    """The same for one segment: the share of it, by weight, that stands in the documentation, 0 to 1."""
    docs = docs_of(context.index)
    rarest = (max((docs.rarity.get(w, 0.0) for w in word), default=0.0) or docs.unknown for word in said.words)
    total = sum(rarest) + said.unknown * docs.unknown + (_NAMED if said.devices else 0.0)
    counted = Counter(said.words)
    scores: dict[Offer, float] = {}
    for key, doc in docs.of.items():
        found = sum(
            times * max((docs.rarity[w] * min(doc.words[w] / _STRONGEST, 1.0) for w in word if w in doc.words), default=0.0)
            for word, times in counted.items()
        )
        for device in docs.devices[key]:
            scores[Offer(device, *key)] = (found + _NAMED * (device in said.devices)) / total if total else 0.0
    return scores


def clear(said: Said, context: Context) -> Offer | None:
    """The command that a segment of the request is about, where that is clear: it leads every other command of the home, and none lies
    nearer. None where the context holds no likeness of the segment."""
    near = context.near.get(said.plain)
    if not near:
        return None
    words = words_shared(said, context)
    scores = scored(words, near)
    top, nearest = max(scores, key=lambda o: scores[o]), max(near, key=lambda o: near[o])
    second = max((s for o, s in scores.items() if o[2:] != top[2:]), default=-LEAD)
    return top if words[top] and nearest[2:] == top[2:] and scores[top] - second >= LEAD else None


def leads(capability: str, command: str, said: Said, context: Context) -> bool:
    """Whether a command is among the likeliest few for a segment whose likenesses the context holds."""
    scores = scored(words_shared(said, context), context.near[said.plain])
    best = list(dict.fromkeys(o[2:] for o in sorted(scores, key=lambda o: -scores[o])))
    return (capability, command) in best[:FOREMOST]


def one_device(scores: Mapping[Offer, float], *, lead: float = DEVICE_LEAD) -> str | None:
    """The device of the likeliest command, where no other device's comes near."""
    if not scores:
        return None
    top = max(scores, key=lambda o: scores[o])
    second = max((s for o, s in scores.items() if o.device != top.device), default=scores[top] - lead)
    return top.device if scores[top] - second >= lead else None


def evident(request: str, near: Mapping[str, Mapping[Offer, float]], context: Context) -> bool:
    """Whether the documentation of one device is surely what a request speaks of."""
    about = one_device(likelihood(request, near, context))
    return about is not None and speaks_of(about, request, context)


def speaks_of(device: str, request: str, context: Context) -> bool:
    """Whether it calls the device by its name, or shares two words with its documentation."""
    docs = docs_of(context.index)
    documented_stems = frozenset(w for key in docs.keys.get(device, ()) for w in docs.of[key].words)
    cut = split_actions(request)
    read = [read_segment(s, cut.quoted, context) for s in cut.segments]
    return any(device in said.devices for said in read) or sum(bool(word & documented_stems) for said in read for word in said.words) >= 2


def likeliest(scores: Mapping[Offer, float]) -> list[Offer]:
    """The commands, the best first, without those that lie far behind it."""
    top = max(scores.values(), default=0.0)
    return [o for o in sorted(scores, key=lambda o: -scores[o]) if scores[o] >= top - BEHIND]


def scored(words: Mapping[Offer, float], alike: Mapping[Offer, float]) -> Mapping[Offer, float]:
    """How likely each command is meant, by both signs; by words alone where nothing is known of nearness."""
    near = _standard(alike)
    return {o: SHARED * share + ALIKE * near.get(o, 0.0) for o, share in words.items()}


def _standard(values: Mapping[Offer, float]) -> Mapping[Offer, float]:
    if not values:
        return {}
    mean, spread = fmean(values.values()), pstdev(values.values())
    return {o: (v - mean) / spread if spread else 0.0 for o, v in values.items()}


def documented_for(request: str, context: Context) -> tuple[str, ...]:
    """The devices whose documentation shares the most words with a request, the best first; none where nothing does."""
    best: dict[str, float] = {}
    for offer, score in shared_words(request, context).items():
        if score:
            best[offer.device] = max(best.get(offer.device, 0.0), score)
    top = max(best.values(), default=0.0)
    return tuple(d for d, s in sorted(best.items(), key=lambda item: -item[1]) if s >= top * 0.5)[:4]
