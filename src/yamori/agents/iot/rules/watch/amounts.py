"""How long a condition has to last, taken out of its words: `for more than two minutes`, 2分以上."""

from yamori.agentkit.watch import LONGEST
from yamori.agents.iot.rules.watch.said import Trouble, Why
from yamori.agents.iot.rules.watch.words import ConditionWords
from yamori.domain.when.amounts import amounts_in


def without_amount(text: str, words: ConditionWords) -> tuple[str, int] | Trouble:
    """The text without the one length of time in it, and that in seconds (0 for none)."""
    found = amounts_in(text)
    if not found:
        return text, 0
    seconds = round(found[0].length.total_seconds()) if len(found) == 1 else 0
    if not 1 <= seconds <= LONGEST:
        return Trouble(why=Why.AMOUNT, what=text[found[0].start : found[-1].end])
    start, end = found[0].start, found[0].end
    before, rest = text[:start], text[end:]
    if words.not_lasting.search(f"{before}{words.joint}{rest}"):
        return Trouble(why=Why.AMOUNT, what=text[start:end])
    lead, behind = words.before_amount.search(before), words.after_amount.match(rest)
    return f"{before[: lead.start()] if lead else before}{words.joint}{rest[behind.end() :] if behind else rest}".strip(), seconds
