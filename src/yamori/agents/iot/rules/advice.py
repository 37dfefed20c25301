"""Questions that no device can answer of itself, whatever they name: how something is done, what helps against it, what is allowed."""

import re

from yamori.agents.iot.rules.word_lists import ends, phrasing, without_beginning
from yamori.agents.iot.rules.words import normal
from yamori.domain.language import is_spaced

_REMEDY = "asks_a_remedy"
_QUESTIONS = ("asks_how", _REMEDY, "asks_for_tips", "asks_for_a_mistake", "asks_what_was_paid")
_MARKS = (",", ".", ";", ":", "!", "?", "…", "–", "—")
_CODE = re.compile(r"[a-z]{1,2}-?\d{1,3}(?![a-z0-9])")
"""As displays show it: `e-12`."""


def wants_advice(request: str) -> bool:
    """It asks how something is done, how often, what is allowed, what was paid or what a message means, in every sentence of it."""
    text = normal(request)
    asks = any(_asks(text, sort) for sort in _QUESTIONS) or _asks_for_help(text) or _asks_about_a_message(text)
    return asks and not phrasing("orders_beside").search(text)


def wants_a_remedy(request: str) -> bool:
    """`what can I do about …?`, `…, what can I do?`"""
    text = normal(request)
    return _asks(text, _REMEDY) or _asks_for_help(text)


def _asks(text: str, sort: str) -> bool:
    """With a phrasing that a question begins with, where words stand apart; elsewhere the subject may stand before it."""
    if not is_spaced(text):
        return phrasing(sort).search(text) is not None
    return phrasing(sort).match(without_beginning(text, "before_a_question")) is not None


def _asks_for_help(text: str) -> bool:
    """Says how things are, and then asks what can be done or what was done wrong."""
    found = phrasing("asks_for_help").search(text)
    before = text[: found.start()].rstrip() if found is not None else ""
    return before.strip("".join(_MARKS)) != "" and (before.endswith(_MARKS) or ends(before, "joins_a_question"))


def _asks_about_a_message(text: str) -> bool:
    return any(_is_message(text[: code.start()], text[code.end() :]) for code in _CODE.finditer(text))


def _is_message(before: str, behind: str) -> bool:
    shown = before.endswith(" ") and phrasing("shows_a_message").search(before) is not None
    return shown or phrasing("message_shown").match(behind) is not None
