"""A back-test in words: how often an automation would have fired, and when. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from yamori.agentkit.phrasing import sentences
from yamori.automations.texts import TEXTS
from yamori.domain.language import Language

SHOWN = 3
"""Moments that are told, the newest."""
_WORTH_TELLING = timedelta(days=1)
"""History that is younger says nothing of how often something happens, and so nothing unasked."""


def would_have_text(tested: Mapping[str, Any] | None, now: datetime, language: Language) -> str:
    """What follows an automation that was just made; empty where readings are kept for less than a day."""
    if tested is None or now - datetime.fromisoformat(tested["since"]) < _WORTH_TELLING:
        return ""
    return sentences(("", back_test_text(tested, now, language)), language)


def back_test_text(tested: Mapping[str, Any] | None, now: datetime, language: Language) -> str:
    """The whole answer to how often it would have fired; None: nobody can tell."""
    if tested is None:
        return TEXTS.said(language, "back_test.untold")
    since, count = datetime.fromisoformat(tested["since"]).astimezone(now.tzinfo), int(tested["count"])
    whole = now - since >= timedelta(days=tested["days"]) - timedelta(minutes=2)
    times = [datetime.fromisoformat(at).astimezone(now.tzinfo) for at in tested["times"]][-SHOWN:]
    span = "since" if not whole else "day" if tested["days"] == 1 else "days"
    period = TEXTS.said(language, f"back_test.{span}", days=tested["days"], since=since)
    if not count:
        return TEXTS.said(language, "back_test.never", period=period)
    weekdays = TEXTS.listed(language, "weekdays")
    moments = [TEXTS.said(language, "back_test.moment", weekday=weekdays[at.weekday()], at=at) for at in times]
    return TEXTS.said(
        language,
        "back_test.text",
        period=period,
        often=TEXTS.counted(language, "back_test.often", count),
        lately=TEXTS.said(language, "back_test.lately") if count > len(times) else "",
        told=TEXTS.said(language, "back_test.moments").join(moments),
    )
