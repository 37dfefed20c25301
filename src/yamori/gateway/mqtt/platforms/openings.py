"""What opens and closes: `cover`, `valve` and `lock`."""

from collections.abc import Callable

from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft, Message, Tell
from yamori.gateway.mqtt.platforms.numbers import scaled, unscaled

_DOORS = ("door", "garage", "gate")


def cover(draft: Draft) -> None:
    door = draft.text("device_class", "") in _DOORS
    words = draft.tells("command_topic", None)
    heard = draft.hears_words("state_topic", "value_template", _words(draft))
    if draft.has("set_position_topic"):
        closed, opened = draft.number("position_closed", 0), draft.number("position_open", 100)
        move = draft.tells("set_position_topic", "set_position_template", _named("position", closed, opened))
        name, attribute = ("doorLevel", "openLevel") if door else ("windowShadeLevel", "shadeLevel")
        position = draft.hears("position_topic", "position_template", scaled(closed, opened))
        draft.add(name, heard={attribute: position}, told={attribute: _ends(draft, words, move)}, moves=True)
    else:
        name, attribute = ("doorControl", "door") if door else ("windowShade", "windowShade")
        if heard is None:
            closed, opened = draft.number("position_closed", 0), draft.number("position_open", 100)
            level = scaled(closed, opened)
            heard = draft.hears("position_topic", "position_template", lambda value: "open" if level(value) else "closed")
        draft.add(name, heard={attribute: heard}, told={attribute: _word(draft, words)}, moves=True)
    if draft.has("tilt_command_topic"):
        low, high = draft.number("tilt_min", 0), draft.number("tilt_max", 100)
        draft.add(
            "windowShadeTiltLevel",
            heard={"shadeTiltLevel": draft.hears("tilt_status_topic", "tilt_status_template", scaled(low, high))},
            told={"shadeTiltLevel": draft.tells("tilt_command_topic", "tilt_command_template", _named("tilt_position", low, high))},
            moves=True,
        )
    _stop(draft, words)


def valve(draft: Draft) -> None:
    if draft.flag("reports_position", False):
        closed, opened = draft.number("position_closed", 0), draft.number("position_open", 100)
        draft.add(
            "valveLevel",
            heard={"openLevel": draft.hears("state_topic", "value_template", scaled(closed, opened))},
            told={"openLevel": draft.tells("command_topic", "command_template", unscaled(closed, opened))},
            moves=True,
        )
    else:
        words = draft.tells("command_topic", "command_template")
        heard = draft.hears_words("state_topic", "value_template", _words(draft))
        draft.add("valve", heard={"valve": heard}, told={"valve": _word(draft, words)}, moves=True)
    _stop(draft, draft.tells("command_topic", None))


def lock(draft: Draft) -> None:
    if draft.has("code_format"):
        draft.note("a lock that wants a code is not understood")
        return
    locked, unlocked = draft.text("payload_lock", "LOCK"), draft.text("payload_unlock", "UNLOCK")
    words = {
        draft.text("state_locked", "LOCKED"): "locked",
        draft.text("state_unlocked", "UNLOCKED"): "unlocked",
        draft.text("state_locking", "LOCKING"): "unlocked",
        draft.text("state_unlocking", "UNLOCKING"): "locked",
        draft.text("state_jammed", "JAMMED"): "jammed",
    }
    told = draft.tells("command_topic", "command_template", lambda value: locked if value == "locked" else unlocked)
    draft.add("lock", heard={"lock": draft.hears_words("state_topic", "value_template", words)}, told={"lock": told}, moves=True)


def _words(draft: Draft) -> dict[str, str]:
    """While it moves it is not yet where it goes."""
    return {
        draft.text("state_opening", "opening"): "closed",
        draft.text("state_closing", "closing"): "open",
        draft.text("state_open", "open"): "open",
        draft.text("state_closed", "closed"): "closed",
    }


def _word(draft: Draft, words: Tell | None) -> Tell | None:
    if words is None:
        return None
    return lambda value: words(draft.text("payload_open", "OPEN") if value == "open" else draft.text("payload_close", "CLOSE"))


def _ends(draft: Draft, words: Tell | None, move: Tell | None) -> Tell | None:
    """The device's own words for wholly open and closed, where it has them."""
    word = _word(draft, words)
    if word is None or move is None:
        return move
    return lambda value: word("open" if value == 100 else "closed") if value in (0, 100) else move(value)


def _named(name: str, low: float, high: float) -> Callable[[Value], Value]:
    turn = unscaled(low, high)
    return lambda value: {"value": turn(value), name: turn(value)}


def _stop(draft: Draft, words: Tell | None) -> None:
    stop = draft.text("payload_stop", "STOP")
    calls: tuple[Message, ...] | None = tuple(words(stop)) if words is not None and stop != "None" else None
    draft.add("movementStop", calls={"stop": calls})
