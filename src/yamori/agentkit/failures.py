"""What a person is told when something failed on the way. The cause itself is for the log, never for them.

The loop, its decisions and the orchestrator say these; each logs the cause beside it with `log_failure`.
"""

import structlog

from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import Misconfigured, TooSlow, YamoriError
from yamori.domain.language import Language

_LOG = structlog.get_logger()

STOPPED = "it took too long, so whether it was done is not known"
"""The problem of a tool that was stopped."""
_STOPPED_JA = "時間がかかりすぎたため、できたかどうか分かりません"

_TEXTS = {
    "slow": (
        "That is taking me too long, so I stopped and changed nothing.",
        "時間がかかりすぎるため、やめました。何も変更していません。",
    ),
    "model": (
        "I couldn't work that out just now, so everything stays as it is. Please put it more simply, or try again in a moment.",
        "すみません、うまく読み取れませんでした。何も変更していません。短く言い直すか、少し待ってからもう一度お願いします。",
    ),
    "setup": (
        "I can't do that until something in my setup is mended. My log says what it is.",
        "設定に直すところがあるため、今はできません。詳しくはログにあります。",
    ),
    "full": (
        "I could not write that down, because my disk is full. Please free some space.",
        "ディスクがいっぱいで、記録できませんでした。空きを作ってください。",
    ),
    "silent": (
        "I got no answer just now, so everything stays as it is. Please try again in a moment.",
        "応答がなく、できませんでした。何も変更していません。少し待ってからもう一度お願いします。",
    ),
    "broken": (
        "Then I got stuck and could not go on; the rest is not done.",
        "その先は途中で止まってしまい、残りはできていません。",
    ),
    "failed": (
        "Sorry, that did not work. Please try again in a moment.",
        "すみません、うまくいきませんでした。少し待ってからもう一度お願いします。",
    ),
}
"""By kind of failure: (English, Japanese)."""


def failure_text(kind: str, language: Language) -> str:
    english, japanese = _TEXTS[kind]
    return japanese if language is Language.JAPANESE else english


def not_understood(language: Language) -> str:
    """Of a request of which nobody knows what to do; every agent says it so, and it is said once."""
    if language is Language.JAPANESE:
        return "すみません、何をすればいいか分かりませんでした。別の言い方でお願いします。"
    return "I could not work out what to do there. Could you say it another way?"


def undecided_text(error: YamoriError, language: Language, *, model: bool) -> str:
    """Of a decision that was not made, before anything was done; `model`: one had been asked."""
    if isinstance(error, TooSlow):
        return failure_text("slow", language)
    if isinstance(error, Misconfigured):
        return failure_text("setup", language)
    return failure_text("model" if model else "silent", language)


def problem_text(problem: str, language: Language) -> str:
    """A tool's problem in the person's language, where it is one that the loop itself found."""
    return _STOPPED_JA if problem == STOPPED and language is Language.JAPANESE else problem


def failed_text(error: YamoriError, language: Language) -> str:
    """Of something that failed and may have begun: nothing is said of what was done."""
    if is_disk_full(error):
        return failure_text("full", language)
    return failure_text("setup" if isinstance(error, Misconfigured) else "failed", language)


def log_failure(what: str, why: object) -> None:
    """Where whoever looks after the house finds the cause."""
    _LOG.warning(what, why=str(why))
