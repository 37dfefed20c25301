"""What the gate says to a person, in the language of the words that caused the command.

A backend does not know those words: what it has to say beyond a device's own it gives as a `Spoken` error or a `Doubt`, by the name of a
sentence, and the gate says it.
"""

import math
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from yamori.domain.errors import HouseSilent, Misconfigured, NotFound, YamoriError
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value

_UNITS = ((86_400, "day", "days", "日"), (3_600, "hour", "hours", "時間"), (60, "minute", "minutes", "分"), (1, "second", "seconds", "秒"))
_EN = {
    "no_pin": "This needs the household's PIN, and none is set. Set one with `yamori pin`, or say no.",
    "pin_needed": "This needs the household's PIN.",
    "wrong_pin": "That PIN is wrong.",
    "wrong_pin_wait": "That PIN is wrong. You can try again in {wait}.",
    "pins_locked": "Too many wrong PINs were given from here. Try again in {wait}.",
    "ran_out": "Nobody approved it in time; nothing was done.",
    "said_no": "Refused; nothing was done.",
    "silent": "The device did not answer, so what it did is not known: {said}",
    "gone": "The home no longer has what this needs; nothing was done: {said}",
    "gone_since": "The home no longer has this device, so what came of this is not known: {said}",
    "on_its_way": "The device has not answered yet; it does this when it is back, within two minutes, or not at all.",
    "too_late": "The device was away too long: {said}",
    "device_says": "The device says: {said}",
    "unconfirmed": "It was sent, but this device reports nothing back, so nobody knows whether it was done.",
    "cut_off": "This was cut off while it was being done. Nothing shows that it was done, and it was not sent again.",
    "not_shown": "It was sent, but the device does not show that it was done.",
    "not_fetched": "{device} has not fetched it yet.",
    "not_finished": "{device} has fetched it and has not finished it yet.",
    "cancelled": "It was cancelled before {device} fetched it; nothing was done.",
    "cancelled_late": "It was cancelled after {device} had fetched it; what it did is not known.",
    "not_in_time": "{device} was not there in time and will not do it late; nothing was done.",
    "never_said": "{device} fetched it (times: {times}) and never said that it was done.",
    "unreachable": "{device} cannot be reached now; nothing was sent.",
    "no_way": "The way to the device ({through}) is down; nothing was sent.",
    "no_answer": "{through} did not answer in time, so whether this was done is not known.",
    "no_word": "{through} does not say how {device} is now.",
    "way_lost": "The answer of {through} was lost, and {device} does not show that this was done.",
    "unseen": "{through} took this, but what {device} did cannot be read.",
    "silent_after": "{device} has not reported anything since it was told, so what it did is not known.",
    "not_again": "This was sent before, and {device} does not show that it was done; it was not sent again.",
    "not_reported": "{device} has not reported its {name} yet, so there is nothing to go a step from; nothing was sent.",
    "too_many": "{through} takes no more requests for {seconds} s; nothing was sent.",
    "not_now": "{through} cannot do this now; nothing was done: {said}",
    "left": "The home no longer has {device}; nothing was done.",
    "token_refused": "{through} does not accept Yamori's access token",
    "token_narrow": "Yamori's access token is not allowed to do this at {through}",
    "token_spent": "{through} does not renew Yamori's access token",
    "mend_token": "Make a new access token ({url}) and set it again.",
    "mend_scopes": "Give the token the scopes {scopes}.",
    "mend_admin": "Use the token of an administrator.",
    "mend_app": "Authorize the OAuth app again.",
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
    "wrong_pin": "暗証番号が違います。",
    "wrong_pin_wait": "暗証番号が違います。{wait}後にもう一度お試しください。",
    "pins_locked": "ここからの暗証番号の間違いが続きました。{wait}後にもう一度お試しください。",
    "ran_out": "時間内に承認されなかったため、何もしていません。",
    "said_no": "取りやめました。何もしていません。",
    "silent": "機器から応答がなく、実行されたかどうか分かりません: {said}",
    "gone": "必要なものがもう家にないため、何もしていません: {said}",
    "gone_since": "この機器はもう家にないため、実行されたかどうか分かりません: {said}",
    "on_its_way": "機器からまだ応答がありません。2分以内に戻れば実行し、戻らなければ実行しません。",
    "too_late": "機器が時間内に戻りませんでした: {said}",
    "device_says": "機器からの説明: {said}",
    "unconfirmed": "送信しましたが、この機器は状態を知らせてこないため、実行されたかどうか分かりません。",
    "cut_off": "実行の途中で途切れました。実行された様子はなく、もう一度は送っていません。",
    "not_shown": "送信しましたが、機器が実行した様子がありません。",
    "not_fetched": "{device}はまだ受け取っていません。",
    "not_finished": "{device}は受け取りましたが、まだ終わっていません。",
    "cancelled": "{device}が受け取る前に取り消されたため、何もしていません。",
    "cancelled_late": "{device}が受け取った後に取り消されたため、実行されたかどうか分かりません。",
    "not_in_time": "{device}が時間内に戻らず、遅れて実行することもないため、何もしていません。",
    "never_said": "{device}は受け取りました({times}回)が、実行したという知らせがありません。",
    "unreachable": "{device}に今つながらないため、何も送っていません。",
    "no_way": "機器への経路({through})につながらないため、何も送っていません。",
    "no_answer": "{through}から時間内に応答がなく、実行されたかどうか分かりません。",
    "no_word": "{device}の今の状態を{through}から受け取れません。",
    "way_lost": "{through}からの応答が途切れ、{device}が実行した様子もありません。",
    "unseen": "{through}は受け付けましたが、{device}の状態を読み取れません。",
    "silent_after": "{device}に送りましたが何も知らせてこないため、実行されたかどうか分かりません。",
    "not_again": "前に一度送りましたが、{device}が実行した様子はありません。もう一度は送っていません。",
    "not_reported": "{device}の今の{name}が分からないため、少しずつ変えることができません。何も送っていません。",
    "too_many": "{through}が{seconds}秒間は受け付けないため、何も送っていません。",
    "not_now": "{through}で今は実行できないため、何もしていません: {said}",
    "left": "{device}はもう家にないため、何もしていません。",
    "token_refused": "{through}がYamoriのアクセストークンを受け付けません",
    "token_narrow": "Yamoriのアクセストークンでは{through}のこの操作が許可されていません",
    "token_spent": "{through}がYamoriのアクセストークンを更新しません",
    "mend_token": "新しいアクセストークンを作り({url})、設定し直してください。",
    "mend_scopes": "トークンに次の権限を付けてください: {scopes}。",
    "mend_admin": "管理者のトークンを使ってください。",
    "mend_app": "OAuthアプリをもう一度認可してください。",
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
    NOT_SHOWN = "not_shown"
    """The device reports, and nothing of what would have shown it."""


class Spoken(YamoriError):
    """An error whose reason is a sentence: caught beside the errors by who can act, and said in the person's language."""

    sentence: str
    fills: Mapping[str, Value]

    def said(self, words: str) -> str:
        """In the language that `words` are in."""
        return say(self.sentence, words, **self.fills)


class Unanswered(Spoken, HouseSilent):
    """There is no answer of the device, and why is a sentence."""

    def __init__(self, sentence: str, **fills: Value) -> None:
        super().__init__(say(sentence, "", **fills))
        self.sentence, self.fills = sentence, fills


class Gone(Spoken, NotFound):
    """What a command is for is no longer there."""

    def __init__(self, device: str) -> None:
        super().__init__(say("left", "", device=device), where="device")
        self.sentence, self.fills = "left", {"device": device}


class ToMend(Spoken, Misconfigured):
    """What is wrong and how to mend it are sentences, both filled by `fills`."""

    def __init__(self, sentence: str, how: str, *, where: str, **fills: Value) -> None:
        super().__init__(say(sentence, "", **fills), where=where, mend=say(how, "", **fills))
        self.sentence, self.fills = sentence, fills
        self._how = how

    def said(self, words: str) -> str:
        return say("mend_first", words, said=super().said(words), mend=say(self._how, words, **self.fills))


def spoken_wait(wait: timedelta, words: str) -> str:
    """`8 minutes`, `2時間`: never shorter than it is, in the language that `words` are in."""
    seconds = wait.total_seconds()
    size, one, many, japanese = next((unit for unit in _UNITS if seconds >= 2 * unit[0]), _UNITS[-1])
    count = math.ceil(seconds / size)
    if language_of(words) is Language.JAPANESE:
        return f"{count}{japanese}"
    return f"{count} {one if count == 1 else many}"


def say(sentence: str, words: str, **fills: Value) -> str:
    """The sentence in the language that `words` are in."""
    spoken = _JA if language_of(words) is Language.JAPANESE else _EN
    return spoken[sentence].format(**fills)
