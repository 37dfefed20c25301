"""How a process of Yamori speaks to its operator: one line an event on stderr, for people or as JSON, never with a secret in it."""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog

from yamori.domain.plain_text import single_line, strip_controls
from yamori.domain.values import plain_value

_SECRET_NAME = re.compile(r"(^|_)(pin|key|token|secret|password|authorization|cookie)s?$", re.IGNORECASE)
_SECRET_TEXT = re.compile(r"\b(sk-[\w-]{8,}|gsk_\w{8,}|AIza[\w-]{20,}|Bearer\s+\S+)")
_COUNTS = frozenset({"prompt_token", "prompt_tokens", "cached_tokens", "completion_tokens", "tokens"})
HIDDEN = "[hidden]"


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # Any: structlog's own shape
    """Replace values under a secret's name, and key-shaped texts anywhere. Token counts are not secrets."""
    for name, value in list(event.items()):
        if name not in _COUNTS and _SECRET_NAME.search(name) and value is not None:
            event[name] = HIDDEN
        elif isinstance(value, str):
            event[name] = _SECRET_TEXT.sub(HIDDEN, value)
    event.pop("color_message", None)  # uvicorn says everything twice
    return event


def show_plainly(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # Any: structlog's own shape
    """Nothing that was logged can act on a terminal or look like a line of its own: a device's name must not forge the log."""
    for name, value in list(event.items()):
        if name in ("exception", "stack"):
            event[name] = "\n".join(f"  {line}" for line in strip_controls(str(value)).splitlines())
        elif isinstance(value, str):
            event[name] = single_line(value)
        elif isinstance(value, Mapping | list | tuple) and not name.startswith("_"):  # what is not text is shown by its `repr`
            event[name] = plain_value(value, text=single_line)
    return event


def start_logging(*, level: str = "info", form: str = "console", to: TextIO | None = None) -> None:
    """Send structlog and the standard library's loggers, uvicorn's included, through one place. Called once, by a process's entry."""
    stream = to or sys.stderr
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide_secrets,
        show_plainly,
    ]
    shown: structlog.types.Processor
    if form == "json":
        shown = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        shown = structlog.dev.ConsoleRenderer(colors=stream.isatty())
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(_number(level)),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, shown],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(_number(level))
    for noisy in (
        "httpx",
        "httpcore",
        "httpx2",
        "httpcore2",
        "uvicorn.access",
        "sse_starlette",
        "mcp",
        "aiosqlite",
        "alembic",
        "matplotlib",
        "faiss",  # it tries one build after another, with a traceback each
    ):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, _number(level)))


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]
