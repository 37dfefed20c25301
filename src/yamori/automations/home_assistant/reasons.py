"""Why something cannot be said in Home Assistant, and what would be otherwise there, in English and Japanese."""

from enum import StrEnum

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


_WORDS: dict[Reason, tuple[str, str]] = {
    Reason.NOT_ITS_DEVICE: ("“{what}” is not a device of Home Assistant.", "「{what}」はHome Assistantの機器ではありません。"),
    Reason.NO_READING: (
        "Home Assistant does not show the value of “{what}” that this looks at.",
        "ここで見ている「{what}」の値は、Home Assistantでは確認できません。",
    ),
    Reason.NO_COMMAND: (
        "Home Assistant has no service for “{what}”.",
        "「{what}」に当たるサービスがHome Assistantにありません。",
    ),
    Reason.STEP: (
        "“{what}” is a step from the value of that moment; Home Assistant has no service for such a step.",
        "「{what}」はそのときの値からの増減ですが、Home Assistantには増減させるサービスがありません。",
    ),
    Reason.NEVER: ("In Home Assistant “{what}” never has such a value.", "Home Assistantでは「{what}」がその値になることはありません。"),
    Reason.RULE: (
        "Home Assistant cannot be told such a repetition ({what}).",
        "このような繰り返し（{what}）はHome Assistantでは表せません。",
    ),
    Reason.COUNTED: (
        "Home Assistant does not count how often a repetition has come.",
        "Home Assistantは繰り返しの回数を数えません。",
    ),
    Reason.TIMES: (
        "Home Assistant does not count how often an automation has run: it can only run once or for ever.",
        "Home Assistantは実行回数を数えないため、一度だけか、ずっと続けるかのどちらかになります。",
    ),
    Reason.INTERVAL: (
        "Home Assistant repeats only by whole minutes.",
        "Home Assistantで繰り返せるのは分単位だけです。",
    ),
    Reason.TWILIGHT: (
        "Home Assistant knows an offset only from sunrise and sunset.",
        "Home Assistantで前後の時間を指定できるのは、日の出と日の入りだけです。",
    ),
    Reason.NO_SUN: (
        "This Home Assistant does not have its sun integration ({what}).",
        "このHome Assistantには太陽の統合（{what}）がありません。",
    ),
    Reason.CLOCK: (
        "The clock of Home Assistant is set to another time zone ({what}) than this home's.",
        "Home Assistantの時計が、この家とは別のタイムゾーン（{what}）に設定されています。",
    ),
    Reason.ENDS: (
        "It waits for a timer or an automation of this home to end, which Home Assistant does not know.",
        "この家のタイマーや自動化の終了を待つものですが、Home Assistantはそれを知りません。",
    ),
    Reason.WEATHER: (
        "The forecast that it asks for is this home's own, not Home Assistant's.",
        "使っている天気予報はこの家のもので、Home Assistantにはありません。",
    ),
    Reason.CODE: (
        "Its condition is a piece of code of its own, which Home Assistant cannot run.",
        "条件が専用のプログラムのため、Home Assistantでは動かせません。",
    ),
    Reason.ASK: (
        "It asks one of this home's assistants (“{what}”), which Home Assistant cannot do.",
        "この家のアシスタントに尋ねるもの（「{what}」）のため、Home Assistantではできません。",
    ),
    Reason.OTHER: ("Home Assistant has no form for a part of it.", "Home Assistantでは表せない部分があります。"),
    Reason.WAITS: (
        "It waits for your OK first.",
        "まだ承認されていません。",
    ),
}


class Remark(StrEnum):
    TWICE = "twice"
    MARGIN = "margin"
    RISKY = "risky"
    EVERYBODY = "everybody"


_REMARKS: dict[Remark, tuple[str, str]] = {
    Remark.TWICE: (
        "Yamori does this too while it is switched on there: switch one of the two off.",
        "Yamoriでもこの自動化が有効な間は二重に動くため、どちらかをオフにしてください。",
    ),
    Remark.MARGIN: (
        "Home Assistant has no hysteresis here: near the limit it may fire several times.",
        "Home Assistantには値の揺れを抑える幅がないため、境目では何度も動くことがあります。",
    ),
    Remark.RISKY: (
        "Home Assistant does this without asking anybody.",
        "Home Assistantは誰にも確認せずにこの操作をします。",
    ),
    Remark.EVERYBODY: (
        "Home Assistant shows the message to everybody who looks at it.",
        "メッセージはHome Assistantを開いた人全員に表示されます。",
    ),
}


class Unsayable(Exception):
    """A part that has no form in Home Assistant; caught in `form`, where it becomes the answer."""

    def __init__(self, reason: Reason, what: str = "") -> None:
        super().__init__(reason.value)
        self.reason, self.what = reason, what

    def said(self, language: Language) -> str:
        return _WORDS[self.reason][language is Language.JAPANESE].format(what=self.what)


def remark_text(remark: Remark, language: Language) -> str:
    return _REMARKS[remark][language is Language.JAPANESE]
