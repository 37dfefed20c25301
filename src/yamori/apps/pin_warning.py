"""Tells the adults of a house that somebody is guessing its PIN: once for each burst of wrong ones."""

from datetime import datetime

import structlog

from yamori.agents.scheduler.store import Schedule
from yamori.apps.texts import TEXTS
from yamori.domain.errors import YamoriError
from yamori.domain.home import Home, PersonRole
from yamori.domain.language import language_in

_LOG = structlog.get_logger()


class PinWarning:
    """Given to the gate; writes notices. That a warning cannot be written keeps nobody from giving the right PIN."""

    def __init__(self, schedule: Schedule, home: Home) -> None:
        self._schedule = schedule
        self._home = home

    async def __call__(self, since: datetime) -> None:
        _LOG.warning("pin_guessed", since=since.isoformat())
        adults = [person for person in self._home.people if person.role is PersonRole.ADULT]
        try:
            for person in adults:
                preferred = await self._schedule.preferences.of(person.id)
                language = preferred.language or language_in(self._home.place.country)
                text = TEXTS.said(language, "pin_guessed", at=since)
                await self._schedule.warn(text, key=f"pin/{since.isoformat()}", people=[person.id])
        except YamoriError:
            _LOG.exception("pin_warning_not_told")
