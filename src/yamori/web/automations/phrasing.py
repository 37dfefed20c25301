"""Moments, lengths and causes in words, for one reader. Pure but for the words; the templates call it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.domain.capability import Capability
from yamori.domain.home import Home
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.web.automation_port import AutomationSeen, DaysSet, FiringSeen, SkipSeen
from yamori.web.schedule.recurring import spoken
from yamori.web.tiles import label
from yamori.web.words import Words

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MOST_READINGS = 3
_NEAR = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Phrasing:
    words: Words
    home: Home
    capabilities: Mapping[str, Capability]
    now: datetime

    def when(self, at: datetime) -> str:
        """`18:20`, `tomorrow 07:00`, `Mon 30 Nov, 07:00`."""
        days = (at.date() - self.now.date()).days
        time = f"{at:%H:%M}"
        if days == 0:
            return time
        if days in (1, -1):
            return self.words("automations.tomorrow" if days == 1 else "automations.yesterday", time=time)
        months = self.words("automations.months").split()
        return self.words("automations.date", weekday=self.weekday(at), day=at.day, month=months[at.month - 1], time=time)

    def weekday(self, at: Day) -> str:
        return self.words(f"routines.{WEEKDAYS[at.weekday()]}")

    def lately(self, at: datetime) -> str:
        """`Mon 18:12`, of the last days; of the weekday that is today's it says which."""
        return self.when(at) if at.weekday() == self.now.weekday() else f"{self.weekday(at)} {at:%H:%M}"

    def seconds(self, at: datetime) -> int:
        """How long until then."""
        return max(round((at - self.now).total_seconds()), 0)

    def counts(self, at: datetime) -> bool:
        """Near enough to count down to in the list."""
        return at - self.now < _NEAR

    def lang(self, text: str) -> str:
        """Of words that were said in whatever language."""
        return language_of(text).value

    def left(self, at: datetime) -> str:
        """`in 20 min`, for a page that does not count by itself."""
        minutes = -(-self.seconds(at) // 60)
        hours, rest = divmod(minutes, 60)
        if hours >= 24:
            return self.words.count("automations.left_days", hours // 24)
        if hours:
            return self.words("automations.left_hours", hours=hours, minutes=rest)
        return self.words("automations.left_minutes", minutes=minutes)

    def status(self, firing: FiringSeen) -> str:
        return self.words.either(f"automations.status_{firing.status}", firing.status)

    def why(self, firing: FiringSeen) -> str:
        """What set it off; with what was read then where readings did."""
        if firing.readings:
            shown = [self._reading(path, value) for path, value in list(firing.readings.items())[:_MOST_READINGS]]
            return self.words("automations.cause_readings", what=self.words("routines.and").join(shown))
        return self.words.either(f"automations.cause_{firing.cause}", firing.cause)

    def skip(self, skipped: SkipSeen) -> str:
        return self.words("automations.skipped" if skipped.known else "automations.skipped_unknown", time=self.when(skipped.at))

    def days_off(self, seen: AutomationSeen) -> str:
        """`Not on Fri 4 Dec`; empty where it is left out on no day."""
        names = [
            self.words("automations.day_off", weekday=self.weekday(day), day=self.words.day(day, year=False)) for day in seen.skipped_days
        ]
        days = self.words("routines.and").join(names)
        return self.words("automations.days_off", days=days) if days else ""

    def off(self, seen: AutomationSeen) -> str:
        """Why it is off; empty while it is on."""
        return self.words.either(f"automations.off_{seen.why_off}", "") if seen.why_off else ""

    def rule(self, time: DaysSet) -> str:
        return spoken(time.rule, self.words)

    def _reading(self, path: str, value: Value) -> str:
        """`Fridge: contact open`."""
        device, _, rest = path.partition(".")
        component, _, rest = rest.partition(".")
        capability, _, attribute = rest.rpartition(".")
        known = self.home.device(device)
        described = self.capabilities.get(capability)
        unit = described.attributes[attribute].unit if described is not None and attribute in described.attributes else None
        name = self.words.name(known.name, known.aliases) if known is not None else device
        reading = label(component, attribute, self.words)
        return self.words("automations.reading", device=name, attribute=reading, value=self.words.value(value, unit))
