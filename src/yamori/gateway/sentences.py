"""What the gate says to a person, in the language of the words that caused the command.

A backend does not know those words: what it has to say beyond a device's own it gives as an `Unanswered` or a `Doubt`, by the name of a
sentence, and the gate says it.
"""

from enum import StrEnum

from yamori.domain.errors import HouseSilent
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
    "on_its_way": "The device has not answered yet; it does this when it is back, within two minutes, or not at all.",
    "too_late": "The device was away too long: {said}",
    "device_says": "The device says: {said}",
    "unconfirmed": "It was sent, but this device reports nothing back, so nobody knows whether it was done.",
    "cut_off": "This was cut off while it was being done. Nothing shows that it was done, and it was not sent again.",
    "not_fetched": "{device} has not fetched it yet.",
    "not_finished": "{device} has fetched it and has not finished it yet.",
    "cancelled": "It was cancelled before {device} fetched it; nothing was done.",
    "cancelled_late": "It was cancelled after {device} had fetched it; what it did is not known.",
    "not_in_time": "{device} was not there in time and will not do it late; nothing was done.",
    "never_said": "{device} fetched it (times: {times}) and never said that it was done.",
    "camera_off": "{device} is off and shows no picture.",
    "late_picture": "{device} showed no picture within {seconds} s.",
    "picture_failed": "Home Assistant got no picture from {device} (its answer: {status}).",
    "no_picture": "What {device} sent is no picture that can be shown: it takes a JPEG or PNG of up to {mb} MB.",
    "not_accepted": "The device's maker did not accept this; nothing was done: {said}",
    "mend_first": "Something must be mended first, and whether this was done is not known: {said}. {mend}",
    "no_right": "You have no right to do that here; an adult of the household can.",
    "not_yours": "Somebody else of the household must approve this.",
    "was_changed": "it was changed again since",
    "no_way_back": "nothing that it can do brings that back",
    "leaves_nothing": "what it did cannot be taken back",
    "not_known": "nobody knows what came of it",
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
    "on_its_way": "機器からまだ応答がありません。2分以内に戻れば実行し、戻らなければ実行しません。",
    "too_late": "機器が時間内に戻りませんでした: {said}",
    "device_says": "機器からの説明: {said}",
    "unconfirmed": "送信しましたが、この機器は状態を知らせてこないため、実行されたかどうか分かりません。",
    "cut_off": "実行の途中で途切れました。実行された様子はなく、もう一度は送っていません。",
    "not_fetched": "{device}はまだ受け取っていません。",
    "not_finished": "{device}は受け取りましたが、まだ終わっていません。",
    "cancelled": "{device}が受け取る前に取り消されたため、何もしていません。",
    "cancelled_late": "{device}が受け取った後に取り消されたため、実行されたかどうか分かりません。",
    "not_in_time": "{device}が時間内に戻らず、遅れて実行することもないため、何もしていません。",
    "never_said": "{device}は受け取りました({times}回)が、実行したという知らせがありません。",
    "camera_off": "{device}は電源が切れていて、画像がありません。",
    "late_picture": "{device}から{seconds}秒以内に画像が届きませんでした。",
    "picture_failed": "Home Assistantが{device}の画像を取得できませんでした(応答: {status})。",
    "no_picture": "{device}から届いたものは表示できる画像ではありません({mb} MBまでのJPEGかPNGが必要です)。",
    "not_accepted": "機器のメーカー側で受け付けられなかったため、何もしていません: {said}",
    "mend_first": "先に直すべきところがあり、実行されたかどうか分かりません: {said}。{mend}",
    "no_right": "この操作をする権限がありません。家の大人の方にお願いしてください。",
    "not_yours": "これは家のほかの方の承認が必要です。",
    "was_changed": "その後また変更されています",
    "no_way_back": "元に戻す操作がありません",
    "leaves_nothing": "実行したことは取り消せません",
    "not_known": "結果が分かっていません",
    "other_state": "機器の{name}は{wanted}ではなく{found}のままです。",
}


class Doubt(StrEnum):
    """Why nothing proves that a command was done; each is the name of a sentence."""

    UNCONFIRMED = "unconfirmed"
    """The device reports no state."""
    CUT_OFF = "cut_off"
    """We or the way to the device went away in the middle."""


class Unanswered(HouseSilent):
    """There is no answer of the device, and why is a sentence."""

    def __init__(self, sentence: str, **fills: Value) -> None:
        super().__init__(say(sentence, "", **fills))
        self._sentence = sentence
        self._fills = fills

    def said(self, words: str) -> str:
        """In the language that `words` are in."""
        return say(self._sentence, words, **self._fills)


def say(sentence: str, words: str, **fills: Value) -> str:
    """The sentence in the language that `words` are in."""
    spoken = _JA if language_of(words) is Language.JAPANESE else _EN
    return spoken[sentence].format(**fills)
