"""Why a condition cannot be watched, in the person's language."""

from collections.abc import Mapping

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.phrases import listed
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.watch.said import Trouble, Why
from yamori.domain.language import Language

MOST_OPTIONS = 6
"""That a person is asked to choose among."""

_WHY: Mapping[Why, tuple[str, str]] = {
    Why.WORD: (
        "I don't know what “{what}” is in that condition, so I can't wait for it.",
        "条件の「{what}」が分からないので、待つことができません。",
    ),
    Why.NEGATION: ("I can't tell what exactly must not be so in “{what}”.", "「{what}」の、何がそうでないときなのか分かりません。"),
    Why.AMOUNT: (
        "It is not clear how long that has to last (“{what}”): say one length of time of at most 7 days.",
        "どれだけ続いたときなのか分かりません（「{what}」）。7日以内の長さを一つ言ってください。",
    ),
    Why.NUMBER: (
        "Say whether more or less than {what} is meant, in the unit in which it is reported.",
        "{what}より上か下かを、報告される単位で言ってください。",
    ),
    Why.WHEN: (
        "“{what}” is a time; only what is so now can be watched here.",
        "「{what}」は時を表しています。ここで見張れるのは家の状態だけです。",
    ),
    Why.NOTHING: ("I found no state of this home in that condition.", "その条件から、この家のどの状態なのか読み取れませんでした。"),
    Why.MISSING: ("There is no {what} in this home that could be watched.", "この家には、見張ることのできる「{what}」がありません。"),
    Why.UNTOLD: ("No sensor of this home can tell that.", "この家のセンサーでは、それは分かりません。"),
    Why.WHEREABOUTS: (
        "No sensor of this home tells whether {what} is at home.",
        "{what}が家にいるかどうかは、この家のセンサーでは分かりません。",
    ),
    Why.ELSEWHERE: ("Sun and weather are told by no device of this home.", "太陽や天気は、この家の機器では分かりません。"),
    Why.UNNAMED: ("It is not clear which device or room of this home is meant.", "この家のどの機器や部屋のことか分かりません。"),
    Why.WHICH: ("That could mean several: {options}. Which one?", "次のどれのことか分かりません: {options}。どれですか？"),
    Why.JOINED: (
        "I can't wait for those two as one condition: say one of them.",
        "その二つは、一つの条件としては待てません。どちらか一つを言ってください。",
    ),
    Why.NESTED: ("Say whether all of them or any of them is meant.", "すべてなのか、どれか一つでよいのかを言ってください。"),
}
_UNTOLD_OF = ("No sensor of this home can tell that of {what}.", "この家のセンサーでは、{what}のことは分かりません。")


def troubled(trouble: Trouble, context: Context, language: Language) -> tuple[str, tuple[str, ...]]:
    """The reason, and what could be meant."""
    english = language is Language.ENGLISH
    devices = [context.index.devices[o] for o in trouble.options if o in context.index.devices]
    options = tuple(dict.fromkeys(spoken_name(d, "main", context.index, language) for d in devices))
    reason = _UNTOLD_OF if trouble.why is Why.UNTOLD and trouble.what else _WHY[trouble.why]
    if trouble.why is Why.WHICH and len(options) > MOST_OPTIONS:
        reason, options = _WHY[Why.UNNAMED], ()
    about = context.index.devices.get(trouble.what) if trouble.why is Why.UNTOLD else None
    what = spoken_name(about, "main", context.index, language) if about is not None else trouble.what
    return reason[0 if english else 1].format(what=what, options=listed(options, language) if options else ""), options
