"""Why something cannot be said in Home Assistant, and what would be otherwise there."""

from enum import StrEnum

from yamori.automations.texts import TEXTS
from yamori.domain.language import Language


class Reason(StrEnum):
    NOT_ITS_DEVICE = "not_its_device"
    NO_READING = "no_reading"
    NO_COMMAND = "no_command"
    STEP = "step"
    NEVER = "never"
    RULE = "rule"
    COUNTED = "counted"
    TIMES = "times"
    INTERVAL = "interval"
    TWILIGHT = "twilight"
    NO_SUN = "no_sun"
    CLOCK = "clock"
    ENDS = "ends"
    WEATHER = "weather"
    CODE = "code"
    ASK = "ask"
    OTHER = "other"
    WAITS = "waits"


class Remark(StrEnum):
    TWICE = "twice"
    MARGIN = "margin"
    RISKY = "risky"
    EVERYBODY = "everybody"


class Unsayable(Exception):
    """A part that has no form in Home Assistant; caught in `form`, where it becomes the answer."""

    def __init__(self, reason: Reason, what: str = "") -> None:
        super().__init__(reason.value)
        self.reason, self.what = reason, what

    def said(self, language: Language) -> str:
        return TEXTS.said(language, f"unsayable.{self.reason.value}", what=self.what)


def remark_text(remark: Remark, language: Language) -> str:
    return TEXTS.said(language, f"remarks.{remark.value}")
