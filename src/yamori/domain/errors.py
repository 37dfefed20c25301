"""Every error of Yamori's, by who can act on it.

YamoriError
├── TryAgain              the model may correct itself: the message says what was wrong and what would be right
│   └── InvalidRequest    unknown device, capability, command, argument; out of range; wrong type
│       ├── NotFound      the thing that an address names does not exist
│       └── Forbidden     it exists, and is not for whoever asks
├── AskThePerson          only the person can go on: something essential is missing, or must be approved
├── HouseSilent           a device, backend, agent or model did not reply in time, or failed
│   ├── TooSlow           a reading or a tool was stopped because it took too long
│   └── ModelFailed       a chat model answered garbage, half, never, or refused
└── Misconfigured         the operator must mend a file, a setting or the machine; `where` and `mend` say how
"""


class YamoriError(Exception):
    """The root; its message is fit to be shown to whoever can act."""

    def said(self, words: str) -> str:
        """The message for a person who spoke `words`; an error that knows their language says it in it."""
        return str(self)


class TryAgain(YamoriError):
    """The request was wrong in a way that its maker can correct."""


class InvalidRequest(TryAgain):
    """What was asked does not exist or does not fit.

    `where` is the path to the wrong part (`arguments.level`), `nearest` the valid names closest to a wrong one.
    """

    def __init__(self, message: str, *, where: str = "", nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.where = where
        self.nearest = nearest


class NotFound(InvalidRequest):
    """An address names something that does not exist (any more)."""


class Forbidden(InvalidRequest):
    """Whoever asks may not have this done; the message says who may."""


class AskThePerson(YamoriError):
    """A question that only the person can answer."""

    def __init__(self, question: str, *, options: tuple[str, ...] = ()) -> None:
        super().__init__(question)
        self.options = options


class HouseSilent(YamoriError):
    """Something that should have replied did not."""


class TooSlow(HouseSilent):
    """It was stopped, since nobody should wait so long."""


class ModelFailed(HouseSilent):
    """A chat model gave nothing usable; the message names the setting to mend where there is one."""


class Misconfigured(YamoriError):
    """The operator must mend something: `where` (file:line, or setting) and how (`mend`)."""

    def __init__(self, message: str, *, where: str = "", mend: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.mend = mend
