"""What may be said without a receipt, and the sentences of a turn that no agent says. Plain rules, no I/O."""

import re
import unicodedata

from yamori.agentkit.failures import failure_text
from yamori.agentkit.phrasing import sentences
from yamori.domain.language import Language
from yamori.orchestrator.listed_words import phrasing
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.wording import all_quoted

_SENTENCE_ENDS = re.compile(r"(?<=[.!?])(?=\s)")


def claims_an_action(text: str) -> bool:
    """Whether words say that something was done. Only receipts may say so."""
    said = _SENTENCE_ENDS.split(text.replace("’", "'").lower())
    return any(phrasing("claims_an_action").search(sentence.strip()) for sentence in said)


def without_claims(reply: str, language: Language) -> str:
    """A direct answer that claims an action is replaced by what is true: nothing was done."""
    if not claims_an_action(reply):
        return reply
    return TEXTS.said(language, "nothing_done")


def states_a_number(reply: str, said: str) -> bool:
    """Whether a direct answer holds a number that the person did not say: after an agent found nothing, nobody has read it anywhere."""
    numbers = set(re.findall(r"\d+", unicodedata.normalize("NFKC", reply)))
    return bool(numbers - set(re.findall(r"\d+", unicodedata.normalize("NFKC", said))))


def without_digits(text: str, instead: str) -> str:
    """The text with every number in it replaced: what may be written down of an answer that may hold a PIN."""
    return re.sub(r"\d[\d\s-]*", instead, unicodedata.normalize("NFKC", text)) if any(map(str.isdecimal, text)) else text


def joined(texts: list[str], language: Language) -> str:
    """Several agents' reports as one answer; what several of them say is said once."""
    said = list(dict.fromkeys(t.strip() for t in texts if t.strip()))
    stop = TEXTS.said(language, "full_stop")
    return sentences([*(t + stop if t[-1].isalnum() else t for t in said[:-1]), *said[-1:]], language)


def waiting_text(language: Language, shows: list[str], *, pin: bool) -> str:
    """What is asked before something risky: exactly what will be done."""
    return TEXTS.said(language, "waiting.pin" if pin else "waiting.yes_or_no", shows="; ".join(shows))


def elsewhere_text(language: Language, nothing: str, where: str) -> str:
    """That nothing was found, and where else it could be looked for."""
    return joined([nothing, TEXTS.said(language, "elsewhere.asked", where=where)], language)


def yes_and_no(language: Language) -> tuple[str, str]:
    return TEXTS.said(language, "yes"), TEXTS.said(language, "no")


def not_elsewhere_text(language: Language) -> str:
    return TEXTS.said(language, "elsewhere.refused")


def left_text(language: Language, *, asked: bool) -> str:
    """The end of a task whose question was not answered: `asked` once too often, or the person does not want it any more."""
    return TEXTS.said(language, "left.asked" if asked else "left.refused")


def stopped_text(language: Language, *, done: str = "", cut_off: bool = False) -> str:
    """The end of a turn that was stopped: what its agents had reported by then, and whether one was cut off at its work."""
    rest = TEXTS.said(language, "stopped.cut_off") if cut_off else ""
    return joined([TEXTS.said(language, "stopped.text"), done, rest], language)


def broken_text(language: Language, *, done: int) -> str:
    """The end of a task whose agent was lost on the way; `done` of its steps had been reported."""
    return TEXTS.counted(language, "broken", done)


def nothing_set_up_text(language: Language) -> str:
    """What is asked where something is to be cancelled, and nothing was set up right before."""
    return TEXTS.said(language, "nothing_set_up")


def rest_stays_text(language: Language) -> str:
    """What is said where something was set up and something else was done in one breath, and only the former is taken back."""
    return TEXTS.said(language, "rest_stays")


def stuck_text(language: Language) -> str:
    """The end of a turn or task that could not go on; the cause is in the log."""
    return failure_text("failed", language)


def unplaced_text(language: Language, parts: list[str]) -> str:
    """What is said of parts of a sentence that nobody was given."""
    return TEXTS.said(language, "unplaced", parts=all_quoted(parts, language))


def verdict_text(language: Language, which: str) -> str:
    """Why a task is finished, or planned anew, where code decided that."""
    return TEXTS.said(language, f"verdicts.{which}")
