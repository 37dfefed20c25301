"""How a command ended: judged by what its device reports, or explained by why there is no report. Plain functions, asked by the gate."""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.values import Value
from yamori.gateway.backends.port import NotAccepted, Sent
from yamori.gateway.effects import state_after
from yamori.gateway.ledger import Entry, Event, Line
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.sentences import Spoken, say


def judged(entry: Entry, sent: Sent, registry: HouseRegistry) -> Line:
    """Done, unchanged or failed, judged by what the device reports and by nothing else."""
    try:
        effects, problem = bool(registry.spec(entry.command).effects), _disagreement(entry, sent, registry)
    except InvalidRequest:
        # Sent before a restart, and the home has lost the device since: what was read back then is all there is.
        effects, problem = True, None
    if sent.doubt is not None:
        problem = say(sent.doubt, entry.cause.words)
    elif sent.problem is not None:
        problem = say("device_says", entry.cause.words, said=sent.problem)
    if problem is not None:
        event = Event.FAILED
    elif effects and dict(sent.before) == dict(sent.after):
        event = Event.UNCHANGED
    else:
        event = Event.DONE
    return Line(event=event, at=sent.at, before=sent.before, after=sent.after, problem=problem)


@dataclass(frozen=True, kw_only=True)
class Untold:
    """Names of the sentences for a command whose device did not say what came of it: it depends on when we asked."""

    silent: str
    """Nothing was reported by the device."""
    gone: str
    """The home no longer has what the command needs."""


AT_FIRST = Untold(silent="silent", gone="gone")
"""For one that was just sent."""
LATER = Untold(silent="too_late", gone="gone_since")
"""For one that was sent a while ago and kept for the device: whether it was fetched meanwhile is not known here."""


def unproven(entry: Entry, error: HouseSilent | InvalidRequest | Misconfigured, *, at: datetime, untold: Untold) -> Line:
    """Failed, because the backend did not bring it to its end."""
    return Line(event=Event.FAILED, at=at, problem=_why(error, entry.cause.words, untold))


def _disagreement(entry: Entry, sent: Sent, registry: HouseRegistry) -> str | None:
    """Words for the first attribute of the command's own capability that is not as commanded."""
    command = entry.command
    wanted = state_after(
        registry.spec(command),
        command.arguments,
        capability=command.capability,
        held=registry.component(command.device, command.component),
        before=sent.before,
    )
    for name, value in wanted.items():
        if name.startswith(f"{command.capability}.") and not _same(sent.after.get(name), value):
            return say("other_state", entry.cause.words, name=name.rpartition(".")[2], found=sent.after.get(name), wanted=value)
    return None


def _why(error: HouseSilent | InvalidRequest | Misconfigured, words: str, untold: Untold) -> str:
    match error:
        case Spoken():
            return error.said(words)
        case HouseSilent():
            return say(untold.silent, words, said=str(error))
        case Misconfigured():
            return say("mend_first", words, said=str(error), mend=error.mend)
        case NotAccepted():
            return say("not_accepted", words, said=str(error))
        case InvalidRequest():
            # The request was right when it was journaled: if it is not now, the home has changed since.
            return say(untold.gone, words, said=str(error))
    assert_never(error)


def _same(found: Value, wanted: Value) -> bool:
    """Devices round: half a thousandth apart is the same number."""
    if isinstance(found, int | float) and isinstance(wanted, int | float) and not isinstance(found, bool) and not isinstance(wanted, bool):
        return math.isclose(found, wanted, rel_tol=5e-4, abs_tol=1e-6)
    return found == wanted
