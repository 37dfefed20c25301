"""Why a condition cannot be watched, in the person's language."""

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import listed
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.watch.said import Trouble, Why
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language

MOST_OPTIONS = 6
"""That a person is asked to choose among."""


def troubled(trouble: Trouble, context: Context, language: Language) -> tuple[str, tuple[str, ...]]:
    """The reason, and what could be meant."""
    devices = [context.index.devices[o] for o in trouble.options if o in context.index.devices]
    options = tuple(dict.fromkeys(spoken_name(d, "main", context.index, language) for d in devices))
    why = "untold_of" if trouble.why is Why.UNTOLD and trouble.what else trouble.why.value
    if trouble.why is Why.WHICH and len(options) > MOST_OPTIONS:
        why, options = Why.UNNAMED.value, ()
    about = context.index.devices.get(trouble.what) if trouble.why is Why.UNTOLD else None
    what = spoken_name(about, "main", context.index, language) if about is not None else trouble.what
    return TEXTS.said(language, f"watch.why.{why}", what=what, options=listed(options, language)), options
