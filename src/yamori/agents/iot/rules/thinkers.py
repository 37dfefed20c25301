"""When a sentence goes to a device as it is, for the device's own model to turn into commands: when it, or the person, is private,
or when that was asked for (household paper, section 3.3.6 and `Future scalability`)."""

import re
from dataclasses import dataclass

from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.words import normal

_ASKED = re.compile(
    r"^(?:please )?(?:ask|tell|have|let|get) .+? (?:to )?(?:think|decide|work|figure)\b[^,.:]*[,.:]?\s*(?:(?:and|to|how to)\s+)?"
    r"|\b(?:by itself|on its own|for itself|with its own model|locally|on the device)\b"
    r"|自分で(?:考え|判断し)(?:て|させて)?[、,]?|(?:エッジ|端末|本体|ローカル)(?:で|の中で)(?:考え|判断し|処理し)?(?:て)?[、,]?"
)


@dataclass(frozen=True)
class Own:
    """The device that is to think, and what is said to it."""

    device: str
    sentence: str


def thinker_for(request: str, meaning: Meaning, context: Context, *, private: bool) -> Own | None:
    """`private`: the person's words are to stay with the device. The device is the only one that was named, or the only one that code
    would have commanded."""
    named = {p.device for m in mentions(normal(request), context.index, context.lexicon) if m.what is Named.DEVICE for p in m.parts}
    reference = named or {o.device for o in (*meaning.orders, *meaning.settled)}
    if len(reference) != 1:
        return None
    device = context.index.devices[next(iter(reference))]
    asked = _ASKED.search(normal(request)) is not None
    return Own(device.id, request) if device.thinks and (asked or private or device.private) else None
