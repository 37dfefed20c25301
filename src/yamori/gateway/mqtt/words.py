"""What Home Assistant adds to Jinja and discovery templates use: filters, functions and tests, by their names there.

https://www.home-assistant.io/docs/configuration/templating/
"""

import base64
import json
import math
import re
import statistics
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from jinja2 import Undefined, UndefinedError

from yamori.domain.clock import Clock
from yamori.gateway.mqtt.budget import Budget, Exceeded, check_text
from yamori.gateway.mqtt.patterns import found_by

_NONE_GIVEN: Any = object()
_FORM = r"%[-_0^#]?[A-Za-z%]"
_TRUE, _FALSE = ("true", "yes", "on", "enable", "1"), ("false", "no", "off", "disable", "0")
Function = Callable[..., Any]


def filters(clock: Clock, budget: Budget) -> Mapping[str, Function]:
    """What a value may be put through; `budget` is charged for what depends on more than the size of the value."""
    return {
        **_MATHEMATICS,
        **_times(clock),
        **_searches(budget),
        "base64_decode": lambda value: base64.b64decode(str(value)).decode(),
        "base64_encode": lambda value: base64.b64encode(str(value).encode()).decode(),
        "bool": boolean,
        "contains": lambda value, item: item in value,
        "from_json": from_json,
        "iif": iif,
        "is_defined": is_defined,
        "is_number": is_number,
        "join": join,
        "ord": lambda value: ord(value),
        "replace": replace,
        "to_json": to_json,
        "tojson": lambda value, indent=None: json.dumps(value),
    }


def functions(clock: Clock) -> Mapping[str, Any]:
    """What a template may name without being given it."""
    times = _times(clock)
    return {
        **{name: held for name, held in _MATHEMATICS.items() if name not in ("abs", "multiply", "add")},
        **times,
        "bool": boolean,
        "dict": lambda *pairs, **items: dict(*pairs, **items),
        "e": math.e,
        "iif": iif,
        "is_number": is_number,
        "now": clock.now,
        "pi": math.pi,
        "range": numbers,
        "strptime": lambda text, form, default=_NONE_GIVEN: _or(default, lambda: datetime.strptime(text, form)),
        "tau": math.tau,
        "timedelta": timedelta,
        "utcnow": lambda: clock.now().astimezone(UTC),
        "zip": lambda *lists: [*zip(*lists, strict=False)],
    }


def tests(budget: Budget) -> Mapping[str, Function]:
    searches = _searches(budget)
    return {
        "contains": lambda value, item: item in value,
        "is_number": is_number,
        "match": searches["regex_match"],
        "search": searches["regex_search"],
    }


def whole(value: object, default: Any = _NONE_GIVEN, base: int = 10) -> Any:
    """`int`, as there: a text with a point is cut, and without a default what is no number says nothing."""

    def turned() -> int:
        if isinstance(value, str):
            check_text(len(value))
            return int(value, base) if base != 10 else int(float(value)) if "." in value or "e" in value.lower() else int(value)
        return int(_finite(value))

    return _or(default, turned)


def real(value: object, default: Any = _NONE_GIVEN) -> Any:
    return _or(default, lambda: _finite(value))


def rounded(value: object, precision: int = 0, method: str = "common", default: Any = _NONE_GIVEN) -> Any:
    def turned() -> float:
        number, digits = _finite(value), min(max(int(precision), -15), 15)
        match method:
            case "ceil" | "floor":
                turn = math.ceil if method == "ceil" else math.floor
                number = turn(number * 10**digits) / 10**digits
            case "half":
                number = round(number * 2) / 2
            case _:
                number = round(number, digits)
        return int(number) if digits == 0 else number

    return _or(default, turned)


def boolean(value: object, default: Any = _NONE_GIVEN) -> Any:
    def turned() -> bool:
        if isinstance(value, bool | int | float):
            return bool(value)
        word = str(value).strip().lower()
        if word not in (*_TRUE, *_FALSE):
            raise ValueError("neither true nor false")
        return word in _TRUE

    return _or(default, turned)


def iif(value: object, if_true: Any = True, if_false: Any = False, if_none: Any = _NONE_GIVEN) -> Any:
    if value is None and if_none is not _NONE_GIVEN:
        return if_none
    return if_true if value else if_false


def is_defined(value: object) -> Any:
    if isinstance(value, Undefined):
        raise UndefinedError("the payload does not hold what the template names")
    return value


def is_number(value: object) -> bool:
    try:
        _finite(value)
    except (ValueError, TypeError):
        return False
    return True


def from_json(value: object, default: Any = _NONE_GIVEN) -> Any:
    return _or(default, lambda: json.loads(str(value)))


def to_json(value: object, ensure_ascii: bool = False, pretty_print: bool = False, sort_keys: bool = False) -> str:
    indent, separators = (2, (",", ": ")) if pretty_print else (None, (",", ":"))
    return json.dumps(value, ensure_ascii=bool(ensure_ascii), indent=indent, separators=separators, sort_keys=bool(sort_keys))


def join(value: Any, d: str = "", attribute: str | None = None) -> str:
    items = [str(item if attribute is None else item[attribute]) for item in value]
    check_text(sum(map(len, items)) + len(str(d)) * len(items))
    return str(d).join(items)


def replace(value: object, old: str, new: str, count: int | None = None) -> str:
    text, old, new = str(value), str(old), str(new)
    check_text(len(text) + text.count(old) * len(new))
    return text.replace(old, new, -1 if count is None else int(count))


def numbers(*bounds: int) -> range:
    found = range(*bounds)
    if len(found) > 1_000:
        raise Exceeded("the template counts too far")
    return found


def formatted_time(moment: date, form: str) -> str:
    """Raises `Exceeded` for a width: the C library would fill it."""
    check_text(len(form) * 50)
    if "%" in re.sub(_FORM, "", form):
        raise Exceeded("the form of a time is not understood")
    return moment.strftime(form)


def _searches(budget: Budget) -> Mapping[str, Function]:
    def findall(value: object, find: str = "", ignorecase: bool = False) -> list[Any]:
        text = str(value)
        return found_by(find, text, ignorecase=bool(ignorecase), budget=budget).findall(text)

    def sub(value: object, find: str = "", replace: str = "", ignorecase: bool = False) -> str:
        text = str(value)
        check_text((len(text) + 1) * (len(replace) + len(text)))
        return found_by(find, text, ignorecase=bool(ignorecase), budget=budget).sub(replace, text)

    def match(value: object, find: str = "", ignorecase: bool = False) -> bool:
        text = str(value)
        return found_by(find, text, ignorecase=bool(ignorecase), budget=budget).match(text) is not None

    def search(value: object, find: str = "", ignorecase: bool = False) -> bool:
        text = str(value)
        return found_by(find, text, ignorecase=bool(ignorecase), budget=budget).search(text) is not None

    return {
        "regex_findall": findall,
        "regex_findall_index": lambda value, find="", index=0, ignorecase=False: findall(value, find, ignorecase)[index],
        "regex_match": match,
        "regex_replace": sub,
        "regex_search": search,
    }


def _times(clock: Clock) -> Mapping[str, Function]:
    def moment(value: Any) -> datetime:
        if isinstance(value, datetime):
            return value if value.tzinfo is not None else value.replace(tzinfo=clock.now().tzinfo)
        if is_number(value):
            return datetime.fromtimestamp(float(value), UTC)
        found = datetime.fromisoformat(str(value))
        return found if found.tzinfo is not None else found.replace(tzinfo=clock.now().tzinfo)

    def local(value: Any) -> datetime:
        return moment(value).astimezone(clock.now().tzinfo)

    def custom(value: Any, format_string: str = "%Y-%m-%d %H:%M:%S", local_time: bool = True, default: Any = _NONE_GIVEN) -> Any:
        def turned() -> str:
            at = datetime.fromtimestamp(_finite(value), UTC)
            return formatted_time(at.astimezone(clock.now().tzinfo) if local_time else at, format_string)

        return _or(default, turned)

    return {
        "as_datetime": lambda value, default=_NONE_GIVEN: _or(default, lambda: moment(value)),
        "as_local": local,
        "as_timestamp": lambda value, default=_NONE_GIVEN: _or(default, lambda: moment(value).timestamp()),
        "timestamp_custom": custom,
        "timestamp_local": lambda value, default=_NONE_GIVEN: _or(default, lambda: local(_finite(value)).isoformat()),
        "timestamp_utc": lambda value, default=_NONE_GIVEN: _or(default, lambda: datetime.fromtimestamp(_finite(value), UTC).isoformat()),
    }


def _mathematical(turn: Callable[[float], float]) -> Function:
    return lambda value, default=_NONE_GIVEN: _or(default, lambda: turn(_finite(value)))


def _aggregate(turn: Callable[[list[Any]], Any]) -> Function:
    def of(*values: Any) -> Any:
        several = list(values[0]) if len(values) == 1 and isinstance(values[0], list | tuple) else list(values)
        return turn(several)

    return of


_MATHEMATICS: Mapping[str, Function] = {
    "abs": lambda value: abs(value),
    "add": lambda value, amount, default=_NONE_GIVEN: _or(default, lambda: _finite(value) + amount),
    "average": _aggregate(lambda values: statistics.fmean(values)),
    "bitwise_and": lambda value, other: int(value) & int(other),
    "bitwise_or": lambda value, other: int(value) | int(other),
    "bitwise_xor": lambda value, other: int(value) ^ int(other),
    "cos": _mathematical(math.cos),
    "float": real,
    "int": whole,
    "log": lambda value, base=math.e, default=_NONE_GIVEN: _or(default, lambda: math.log(_finite(value), float(base))),
    "max": _aggregate(max),
    "median": _aggregate(statistics.median),
    "min": _aggregate(min),
    "multiply": lambda value, amount, default=_NONE_GIVEN: _or(default, lambda: _finite(value) * amount),
    "round": rounded,
    "sin": _mathematical(math.sin),
    "sqrt": _mathematical(math.sqrt),
    "tan": _mathematical(math.tan),
}


def _finite(value: Any) -> float:
    """Raises `ValueError` and `TypeError`."""
    if isinstance(value, Undefined):
        raise ValueError("no number")
    if isinstance(value, str):
        check_text(len(value))
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("no finite number")
    return number


def _or(default: Any, turn: Callable[[], Any]) -> Any:
    try:
        return turn()
    except (ValueError, TypeError, OverflowError, ZeroDivisionError, OSError):
        if default is _NONE_GIVEN:
            raise
        return default
