"""A back-test in words: how often an automation would have fired, and when. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

SHOWN = 3
"""Moments that are told, the newest."""
_WORTH_TELLING = timedelta(days=1)
"""History that is younger says nothing of how often something happens, and so nothing unasked."""


def would_have_text(tested: Mapping[str, Any] | None, now: datetime, japanese: bool) -> str:
    """What follows an automation that was just made; empty where readings are kept for less than a day."""
    if tested is None or now - datetime.fromisoformat(tested["since"]) < _WORTH_TELLING:
        return ""
    return ("" if japanese else " ") + back_test_text(tested, now, japanese)


def back_test_text(tested: Mapping[str, Any] | None, now: datetime, japanese: bool) -> str:
    """The whole answer to how often it would have fired; None: nobody can tell."""
    if tested is None:
        if japanese:
            return "それを判断できる機器の記録がまだないため、どれくらいの頻度で動いたかは分かりません。"
        return "No readings are kept yet of what decides it, so I cannot say how often it would have fired."
    since, count = datetime.fromisoformat(tested["since"]).astimezone(now.tzinfo), int(tested["count"])
    whole = now - since >= timedelta(days=tested["days"]) - timedelta(minutes=2)
    times = [datetime.fromisoformat(at).astimezone(now.tzinfo) for at in tested["times"]][-SHOWN:]
    if japanese:
        period = f"過去{tested['days']}日間" if whole else f"記録のある{since.month}/{since.day} {since:%H:%M}から今まで"
        if not count:
            return f"{period}では、一度も動かなかったはずです。"
        told = "、".join(f"{_WEEKDAYS[at.weekday()]} {at:%H:%M}" for at in times)
        return f"{period}では、{count}回動いたはずです（{'最近では' if count > len(times) else ''}{told}）。"
    period = f"in the last {tested['days']} days" if whole and tested["days"] > 1 else f"since {since:%a %H:%M}, when my readings begin"
    if whole and tested["days"] == 1:
        period = "in the last 24 hours"
    if not count:
        return f"It would not have fired {period}."
    often = "once" if count == 1 else "twice" if count == 2 else f"{count} times"
    told = ", ".join(f"{at:%a %H:%M}" for at in times)
    return f"It would have fired {often} {period}: {'most recently ' if count > len(times) else ''}{told}."


_WEEKDAYS = "月火水木金土日"
