"""What is asked where a request points at how somebody likes a thing and nobody told it, and what the answer tells. Pure."""

from yamori.agents.iot.remembered.applying import Missing
from yamori.agents.iot.remembered.naming import within
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

_LONGEST = 40
"""Characters of an answer that names a value."""


def question(missing: Missing, language: Language) -> str:
    device = within(missing.device, language) if missing.device[1:2].islower() else missing.device
    return TEXTS.said(language, "remembered.ask", what=_called(missing, device, language))


def told_by(missing: Missing, answer: str, language: Language) -> str | None:
    """The answer as a sentence that tells it; None for one that is more than a value."""
    said = answer.strip(" .。!！")
    if not said or len(said) > _LONGEST:
        return None
    return TEXTS.said(language, "remembered.told", what=_called(missing, missing.device, language), value=said)


def _called(missing: Missing, device: str, language: Language) -> str:
    if missing.quality:
        return TEXTS.said(language, "remembered.quality", quality=missing.quality, device=device)
    return TEXTS.said(language, "remembered.device", device=device)
