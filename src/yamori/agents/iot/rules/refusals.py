"""What a request says is not to be done, beside what it asks for: `…, but don't begin yet`."""

import re

from yamori.agents.iot.rules.commands import Order, begins
from yamori.agents.iot.rules.glossary import spoken
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.wording import split_refusal
from yamori.agents.iot.rules.words import normal

_ENDS = re.compile(r"[\s,.;:。、]*\b(?:but|and|though|only)?$")


def beside_refusal(request: str, context: Context) -> tuple[str, str]:
    """(what is asked for, the words of the refusal) where an action is refused and not another device or room; else two empty texts."""
    asked, refused = split_refusal(normal(request))
    if not asked or not refused:
        return "", ""
    if any(m.what is not Named.KIND for m in mentions(refused, context.index, context.lexicon)):
        return "", ""
    return _ENDS.sub("", asked), refused


def is_refused(command: str, refused: str, context: Context) -> bool:
    """Whether a command is called as what is not to be done: `startProof` where nothing is to be started."""
    verbs = {w for s in context.lexicon.senses if s.phrases.found(refused) for w in (s.name, *s.commands[:3])}
    verbs |= {w.own for w in spoken(refused) if w.own}
    return any(begins(command, verb) for verb in verbs if verb not in ("on", "set"))


def contains_refused(orders: tuple[Order, ...], refused: str, context: Context) -> bool:
    return any(is_refused(o.command, refused, context) for o in orders)
