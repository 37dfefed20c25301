"""What may be said without a receipt, and what a short answer of a person's means. Plain rules, no I/O."""

import re
import unicodedata

from yamori.domain.language import Language

_CLAIM = re.compile(
    r"\b(?:i(?:'ve| have)|i(?:'ll| will)(?: now| go ahead and)?|i(?:'m| am)(?: now)?|has been|have been|is now|are now|was|were|it's"
    r"|successfully)\s+(?:just |now |successfully |already )?(?:turn|switch|set|dim|lock|unlock|open|clos|start|stop|add|creat|schedul"
    r"|delet|remov|book|order|sen[dt]|remind|updat|chang|adjust|play|paus)\w*"
    r"|^(?:done|all set)\b"
    r"|(?:turned|switched|dimmed|added|locked|unlocked|scheduled|deleted|booked|ordered|adjusted)\b"
    r"|(?:消し|つけ|付け|点け|設定し|追加し|登録し|削除し|開け|閉め|変更し|予約し|送信し|起動し|停止し|調整し|上げ|下げ|完了し)(?:まし|て(?:おき|い)|ておきまし)(?:た|ます)",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:yes|yep|yeah|yup|sure|ok|okay|please(?: do)?|go ahead|do it|confirm(?:ed)?|approve(?:d)?|of course|fine|right|correct|y"
    r"|はい|うん|ええ|お願い(?:します)?|いいよ|いいです|どうぞ|オッケー|了解|承認(?:します)?|そう|それで(?:お願いします)?|頼む|大丈夫)"
    r"(?:[,、 ]*(?:yes|please|do it|go ahead|thanks|thank you|that's fine|お願い(?:します)?|いいよ|いいです|どうぞ|それで))*[.!。！]*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^(?:no|nope|nah|cancel(?: it| that)?|don't|do not|stop|never mind|nevermind|forget it|not now|better not|n"
    r"|いいえ|いや|やめ(?:て|とく|ておく|ます|ておいて)?|だめ|ダメ|キャンセル(?:して)?|中止|取り消し|結構です|やっぱり(?:いい|やめて?))"
    r"(?:[,、 ]*(?:no|thanks|thank you|don't|leave it|やめ(?:て|とく)|いいです))*[.!。！]*$",
    re.IGNORECASE,
)
_PIN = re.compile(r"\d{4,8}")


def claims_an_action(text: str) -> bool:
    """Whether words say that something was done. Only receipts may say so."""
    return _CLAIM.search(text) is not None


def without_claims(reply: str, language: Language) -> str:
    """A direct answer that claims an action is replaced by what is true: nothing was done."""
    if not claims_an_action(reply):
        return reply
    if language is Language.JAPANESE:
        return "まだ何もしていません。何をすればよいか、もう少し具体的に教えてください。"
    return "I have not done anything yet. Could you tell me more exactly what you would like?"


def agreed(text: str) -> bool | None:
    """A person's yes or no; None for anything else."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("’", "'")
    if _YES.match(plain):
        return True
    return False if _NO.match(plain) else None


def pin_in(text: str) -> str | None:
    """The PIN in a person's answer, if that is what it is."""
    found = _PIN.findall(unicodedata.normalize("NFKC", text))
    return found[0] if len(found) == 1 else None


def joined(texts: list[str], language: Language) -> str:
    """Several agents' reports as one answer."""
    return ("" if language is Language.JAPANESE else " ").join(t.strip() for t in texts if t.strip())


def waiting_text(language: Language, shows: list[str], *, pin: bool) -> str:
    """What is asked before something risky: exactly what will be done."""
    listed = "; ".join(shows)
    if language is Language.JAPANESE:
        return f"確認です：{listed}。{'暗証番号を入力してください。' if pin else '実行してよいですか？'}"
    return f"Please confirm: {listed}. {'Enter the PIN to go ahead.' if pin else 'Shall I go ahead?'}"


def stuck_text(language: Language, why: str) -> str:
    """The end of a turn that could not go on."""
    if language is Language.JAPANESE:
        return f"すみません、うまくいきませんでした（{why}）。"
    return f"Sorry, that did not work: {why}"
