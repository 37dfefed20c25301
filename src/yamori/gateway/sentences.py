"""What the gate says to a person, in the language of the words that caused the command."""

from yamori.domain.language import Language, language_of
from yamori.domain.values import Value

_EN = {
    "no_pin": "This needs the household's PIN, and none is set. Set one with `yamori pin`, or say no.",
    "pin_needed": "This needs the household's PIN.",
    "wrong_pin": "That PIN is wrong; {left} tries are left.",
    "wrong_pin_last": "That PIN is wrong; one try is left.",
    "pins_locked": "Too many wrong PINs were given. Try again in {minutes} minutes.",
    "too_many_pins": "Refused: the PIN was wrong {tries} times.",
    "ran_out": "Nobody approved it in time; nothing was done.",
    "said_no": "Refused; nothing was done.",
    "silent": "The device did not answer, so what it did is not known: {said}",
    "gone": "The home no longer has what this needs; nothing was done: {said}",
    "other_state": "The device reports {found} for {name} instead of {wanted}.",
}
_JA = {
    "no_pin": "これには家の暗証番号が必要ですが、まだ設定されていません。`yamori pin` で設定するか、取りやめてください。",
    "pin_needed": "これには家の暗証番号が必要です。",
    "wrong_pin": "暗証番号が違います。あと{left}回試せます。",
    "wrong_pin_last": "暗証番号が違います。あと1回試せます。",
    "pins_locked": "暗証番号の間違いが続きました。{minutes}分後にもう一度お試しください。",
    "too_many_pins": "暗証番号が{tries}回違ったため、取りやめました。",
    "ran_out": "時間内に承認されなかったため、何もしていません。",
    "said_no": "取りやめました。何もしていません。",
    "silent": "機器から応答がなく、実行されたかどうか分かりません: {said}",
    "gone": "必要なものがもう家にないため、何もしていません: {said}",
    "other_state": "機器の{name}は{wanted}ではなく{found}のままです。",
}


def say(sentence: str, words: str, **fills: Value) -> str:
    """The sentence in the language that `words` are in."""
    spoken = _JA if language_of(words) is Language.JAPANESE else _EN
    return spoken[sentence].format(**fills)
