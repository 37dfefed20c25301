"""What a person is told when something failed on the way. The cause itself is for the log, never for them.

The loop, its decisions and the orchestrator say these; each logs the cause beside it with `log_failure`.
"""

import structlog

from yamori.agentkit.texts import EVERYWHERE
from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import Misconfigured, TooSlow, YamoriError
from yamori.domain.language import Language

_LOG = structlog.get_logger()

STOPPED = "it took too long, so whether it was done is not known"
"""The problem of a tool that was stopped."""


def failure_text(kind: str, language: Language) -> str:
    """By kind of failure: `slow`, `model`, `setup`, …"""
    return EVERYWHERE.said(language, f"failures.{kind}")


def not_understood(language: Language) -> str:
    """Of a request of which nobody knows what to do; every agent says it so, and it is said once."""
    return EVERYWHERE.said(language, "not_understood")


def undecided_text(error: YamoriError, language: Language, *, model: bool) -> str:
    """Of a decision that was not made, before anything was done; `model`: one had been asked."""
    if isinstance(error, TooSlow):
        return failure_text("slow", language)
    if isinstance(error, Misconfigured):
        return failure_text("setup", language)
    return failure_text("model" if model else "silent", language)


def problem_text(problem: str, language: Language) -> str:
    """A tool's problem in the person's language, where it is one that the loop itself found."""
    return EVERYWHERE.said(language, "stopped") if problem == STOPPED else problem


def failed_text(error: YamoriError, language: Language) -> str:
    """Of something that failed and may have begun: nothing is said of what was done."""
    if is_disk_full(error):
        return failure_text("full", language)
    return failure_text("setup" if isinstance(error, Misconfigured) else "failed", language)


def log_failure(what: str, why: object) -> None:
    """Where whoever looks after the house finds the cause."""
    _LOG.warning(what, why=str(why))
