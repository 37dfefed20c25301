"""The forms of a Japanese verb that a sentence needs of what is done: 消します, 消して, 消せば of 消す. Pure.

What is done is given in its dictionary form (照明を消す); its last verb is put into the form. What ends in no verb stays as it is.
"""

_I_ROW = dict(zip("うくぐすつぬぶむ", "いきぎしちにびみ", strict=True))
_TE = {"う": "って", "く": "いて", "ぐ": "いで", "す": "して", "つ": "って", "ぬ": "んで", "ぶ": "んで", "む": "んで"}
_BA = dict(zip("うくぐすつぬぶむる", "えけげせてねべめれ", strict=True))
_ICHIDAN = (*(f"{vowel}る" for vowel in "えけげせぜてでねへべぺめれいきじちび"), "見る", "出る", "寝る", "着る")
"""How verbs in る end that keep their stem whole; 切る, 戻る and the others do not."""


def polite(text: str) -> str:
    """消す as 消します, 開ける as 開けます."""
    if text.endswith("する"):
        return f"{text.removesuffix('する')}します"
    if text.endswith("る"):
        return f"{text[:-1]}{'' if text.endswith(_ICHIDAN) else 'り'}ます"
    return f"{text[:-1]}{_I_ROW[text[-1]]}ます" if text[-1:] in _I_ROW else text


def connected(text: str) -> str:
    """消す as 消して, 開ける as 開けて: what another action follows, or what asks for it."""
    if text.endswith("する"):
        return f"{text.removesuffix('する')}して"
    if text.endswith("る"):
        return f"{text[:-1]}{'て' if text.endswith(_ICHIDAN) else 'って'}"
    return f"{text[:-1]}{_TE[text[-1]]}" if text[-1:] in _TE else text


def conditional(text: str) -> str:
    """消す as 消せば: what いいですか follows."""
    return f"{text[:-1]}{_BA[text[-1]]}ば" if text[-1:] in _BA else f"{text}、で"


def joined_actions(actions: list[str]) -> str:
    """Several as one that ends as the last: 窓を閉めて、照明を消す."""
    return "、".join([*(connected(action) for action in actions[:-1]), *actions[-1:]])
