"""What opens and closes: `cover`, `valve` and `lock`."""

from collections.abc import Callable, Mapping

from yamori.domain.values import Value
from yamori.gateway.mqtt.entity import Draft, Message, Publish
from yamori.gateway.mqtt.platforms.numbers import scaled, unscaled
from yamori.gateway.mqtt.platforms.payloads import of_key
from yamori.gateway.mqtt.template import Silent, as_text

_DOORS = ("door", "garage", "gate")


def cover(draft: Draft) -> None:
    door = draft.text("device_class", "") in _DOORS
    words = draft.publisher("command_topic", None)
    closed, opened = draft.number("position_closed", 0), draft.number("position_open", 100)
    low, high = draft.number("tilt_min", 0), draft.number("tilt_max", 100)
    ranges = {"position_closed": closed, "position_open": opened, "tilt_min": low, "tilt_max": high}
    position = draft.state_topic("position_topic", "position_template", _part("position", scaled(closed, opened)))
    if draft.has("set_position_topic"):
        move = draft.publisher("set_position_topic", "set_position_template", _named("position", closed, opened, ranges))
        name, attribute = ("doorLevel", "openLevel") if door else ("windowShadeLevel", "shadeLevel")
        draft.add(name, reported={attribute: position}, settable={attribute: _ends(draft, words, move)}, moves=True)
    else:
        name, attribute = ("doorControl", "door") if door else ("windowShade", "windowShade")
        state = draft.state_topic("state_topic", "value_template", _standing(draft))
        if state is None:
            level = _part("position", scaled(closed, opened))
            state = draft.state_topic("position_topic", "position_template", lambda value: "open" if level(value) else "closed")
        draft.add(name, reported={attribute: state}, settable={attribute: _word(draft, words)}, moves=True)
    if draft.has("tilt_command_topic"):
        tilt = draft.state_topic("tilt_status_topic", "tilt_status_template", scaled(low, high))
        if tilt is None and "tilt_position" in draft.text("position_template", ""):
            tilt = draft.state_topic("position_topic", "position_template", _part("tilt_position", scaled(low, high)))
        draft.add(
            "windowShadeTiltLevel",
            reported={"shadeTiltLevel": tilt},
            settable={
                "shadeTiltLevel": draft.publisher("tilt_command_topic", "tilt_command_template", _named("tilt_position", low, high, ranges))
            },
            moves=True,
        )
    _stop(draft, words)


def valve(draft: Draft) -> None:
    if draft.flag("reports_position", False):
        closed, opened = draft.number("position_closed", 0), draft.number("position_open", 100)
        draft.add(
            "valveLevel",
            reported={"openLevel": draft.state_topic("state_topic", "value_template", _part("position", scaled(closed, opened)))},
            settable={"openLevel": draft.publisher("command_topic", "command_template", unscaled(closed, opened))},
            moves=True,
        )
    else:
        words = draft.publisher("command_topic", "command_template")
        state = draft.state_topic("state_topic", "value_template", _part("state", _standing(draft)))
        draft.add("valve", reported={"valve": state}, settable={"valve": _word(draft, words)}, moves=True)
    _stop(draft, draft.publisher("command_topic", None))


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
    publish = draft.publisher("command_topic", "command_template", lambda value: locked if value == "locked" else unlocked)
    draft.add(
        "lock",
        reported={"lock": draft.state_topic_of_words("state_topic", "value_template", words)},
        settable={"lock": publish},
        moves=True,
    )


def _standing(draft: Draft) -> Callable[[Value], Value]:
    """Open or closed. While it moves it is not yet where it goes; one that says only that it stopped stands where it went."""
    words = {
        draft.text("state_stopped", "stopped"): "stopped",
        draft.text("state_opening", "opening"): "closed",
        draft.text("state_closing", "closing"): "open",
        draft.text("state_open", "open"): "open",
        draft.text("state_closed", "closed"): "closed",
    }
    goes = {draft.text("state_opening", "opening"): "open", draft.text("state_closing", "closing"): "closed"}
    last = "open"

    def decode(value: Value) -> Value:
        nonlocal last
        theirs = as_text(value)
        if (ours := words.get(theirs)) is None:
            raise Silent("an unknown word")
        if ours == "stopped":
            return last
        last = goes.get(theirs, ours)
        return ours

    return decode


def _part(key: str, decode: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """A payload that is the thing itself, or an object with the thing under its key."""
    inside = of_key(key, decode)
    return lambda value: inside(value) if isinstance(value, Mapping) or as_text(value).lstrip().startswith("{") else decode(value)


def _word(draft: Draft, words: Publish | None) -> Publish | None:
    if words is None:
        return None
    return lambda value: words(draft.text("payload_open", "OPEN") if value == "open" else draft.text("payload_close", "CLOSE"))


def _ends(draft: Draft, words: Publish | None, move: Publish | None) -> Publish | None:
    """The device's own words for wholly open and closed, where it has them."""
    word = _word(draft, words)
    if word is None or move is None:
        return move
    return lambda value: word("open" if value == 100 else "closed") if value in (0, 100) else move(value)


def _named(name: str, low: float, high: float, ranges: Mapping[str, Value]) -> Callable[[Value], Value]:
    """In a template the value is in the device's own range, the variable in per cent."""
    turn = unscaled(low, high)
    return lambda value: {**ranges, "value": turn(value), name: value}


def _stop(draft: Draft, words: Publish | None) -> None:
    stop = draft.text("payload_stop", "STOP")
    calls: tuple[Message, ...] | None = tuple(words(stop)) if words is not None and stop != "None" else None
    draft.add("movementStop", calls={"stop": calls})
