"""An automation: what sets it off, what must be true then, what it does, how long it lives, and whose it is."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from yamori.automations.action import Action, check_text
from yamori.automations.condition import Condition
from yamori.automations.life import FOR_EVER, Life
from yamori.automations.trigger import At, Trigger
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

MOST_TRIGGERS = 20
MOST_CONDITIONS = 20
MOST_ACTIONS = 50
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}")


class Disabled(StrEnum):
    """Why an automation is off."""

    BY_PERSON = "by_person"
    OVER = "over"
    """It has fired as often as it should, or its time is over."""
    LOOP = "loop"
    """It fired so often in a minute that it must have set itself off."""
    TIMER_GONE = "timer_gone"
    """The timer whose end it waits for was cancelled; it is on again where that is taken back."""
    OWNER_LEFT = "owner_left"
    """Whoever made it does not live here any more: there is nobody with whose rights it could act."""
    UNREADABLE = "unreadable"
    """Its generated condition could not be evaluated again and again."""


@dataclass(frozen=True, kw_only=True)
class Automation:
    """Made by a person, in words."""

    id: str
    owner: str
    """The person with whose rights it acts."""
    triggers: tuple[Trigger, ...]
    """Each of them sets it off."""
    conditions: tuple[Condition, ...] = ()
    """All of them must be true when it is set off; what is not known is not true."""
    actions: tuple[Action, ...]
    """Done in this order; one that fails does not stop the next."""
    life: Life = FOR_EVER
    origin: str
    """What the person said."""
    says: str = ""
    """What was said back: how it is shown in lists."""
    language: Language
    """In which its owner is told of it."""
    room: str | None = None
    """Where the person was."""
    created: datetime
    """Aware, kept in UTC."""
    enabled: bool = True
    disabled_reason: Disabled | None = None

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise InvalidRequest("an id has 1 to 100 letters, digits and _ . : -", where="id")
        for name, parts, fewest, most in (
            ("triggers", self.triggers, 1, MOST_TRIGGERS),
            ("conditions", self.conditions, 0, MOST_CONDITIONS),
            ("actions", self.actions, 1, MOST_ACTIONS),
        ):
            if not fewest <= len(parts) <= most:
                raise InvalidRequest(f"an automation has between {fewest} and {most} {name}", where=name)
        if not self.owner.strip():
            raise InvalidRequest("an automation belongs to a person", where="owner")
        check_text(self.origin, "origin")
        if self.created.tzinfo is None:
            raise InvalidRequest("created needs a time zone", where="created")
        object.__setattr__(self, "created", self.created.astimezone(UTC))
        if self.enabled == (self.disabled_reason is not None):
            raise InvalidRequest("an automation that is off says why, and one that is on does not", where="disabled_reason")


def check_new(automation: Automation, now: datetime) -> None:
    """Raises `InvalidRequest` for one whose time was over before it was made."""
    past = [trigger for trigger in automation.triggers if isinstance(trigger, At) and trigger.moment <= now]
    if past:
        raise InvalidRequest(f"{past[0].moment.astimezone(now.tzinfo):%Y-%m-%d %H:%M} is over already", where="triggers")
    if automation.life.until is not None and automation.life.until <= now:
        raise InvalidRequest("it would end before it begins", where="life.until")
