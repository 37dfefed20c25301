"""Why a file, or a part of it, could not be read, in words for the person it belongs to."""

from enum import StrEnum
from typing import Literal

from yamori.agents.lifestyle.reading.limits import MOST_PAGES
from yamori.domain.errors import InvalidRequest


class Reason(StrEnum):
    """What to tell the person; `explained` says it in their language."""

    CLOSED = "closed"
    """To the user that Yamori runs as."""
    LOCKED = "locked"
    DAMAGED = "damaged"
    EMPTY = "empty"
    NOT_WHAT_IT_SAYS = "not_what_it_says"
    TOO_LARGE = "too_large"
    NO_OCR = "no_ocr"
    UNKNOWN = "unknown"
    TIMED_OUT = "timed_out"
    TOO_MANY_PAGES = "too_many_pages"
    NOT_AN_ENTRY = "not_an_entry"
    """One line of a JSONL."""
    ILLEGIBLE = "illegible"
    """One image or page in which the OCR engine found no text, or failed."""


class Unreadable(InvalidRequest):
    """A file that cannot be read. The message says what it is and what to do; it is in English."""

    def __init__(self, message: str, *, reason: Reason) -> None:
        super().__init__(message, where="path")
        self.reason = reason


def explained(reason: Reason, language: Literal["en", "ja"]) -> str:
    """One sentence that holds for every file with this reason."""
    return _EXPLAINED[reason][language]


_EXPLAINED: dict[Reason, dict[Literal["en", "ja"], str]] = {
    Reason.CLOSED: {
        "en": "It may not be opened by the user that Yamori runs as; give that user the right to read it.",
        "ja": "Yamoriを動かしているユーザーには開く権限がありません。読み取りを許可してください。",
    },
    Reason.LOCKED: {
        "en": "It is locked with a password; save a copy without one.",
        "ja": "パスワードで保護されています。パスワードのないコピーを保存してください。",
    },
    Reason.DAMAGED: {
        "en": "It is damaged and cannot be opened; try to save or download it again.",
        "ja": "ファイルが壊れていて開けません。もう一度保存するかダウンロードしてください。",
    },
    Reason.EMPTY: {
        "en": "There is no text in it.",
        "ja": "文字がひとつも入っていません。",
    },
    Reason.NOT_WHAT_IT_SAYS: {
        "en": "It is not what its name says, and not something that can be read.",
        "ja": "名前の示す種類のファイルではなく、読むこともできません。",
    },
    Reason.TOO_LARGE: {
        "en": "It is too large to be read safely; split it into smaller files.",
        "ja": "安全に読むには大きすぎます。小さなファイルに分けてください。",
    },
    Reason.NO_OCR: {
        "en": "It is a picture of text, and the OCR program Tesseract is not installed "
        "(Debian and Ubuntu: apt install tesseract-ocr tesseract-ocr-jpn; macOS: brew install tesseract tesseract-lang).",
        "ja": "文字の画像なので、文字認識プログラムTesseractが必要ですが、インストールされていません"
        "(Debian・Ubuntu: apt install tesseract-ocr tesseract-ocr-jpn、macOS: brew install tesseract tesseract-lang)。",
    },
    Reason.UNKNOWN: {
        "en": "It is of a kind that cannot be read; PDF, Word (.docx), HTML, Markdown, text, CSV, JSONL, e-mail (.eml), "
        "calendars (.ics) and images can.",
        "ja": "読めない種類のファイルです。"
        "読めるのはPDF、Word(.docx)、HTML、Markdown、テキスト、CSV、JSONL、メール(.eml)、カレンダー(.ics)、画像です。",
    },
    Reason.TIMED_OUT: {
        "en": "Reading it took too long and was given up.",
        "ja": "読み取りに時間がかかりすぎたため中止しました。",
    },
    Reason.TOO_MANY_PAGES: {
        "en": f"A paper is read up to {MOST_PAGES:,} pages; split it into smaller files.",
        "ja": f"読むのは{MOST_PAGES:,}ページまでです。小さなファイルに分けてください。",
    },
    Reason.NOT_AN_ENTRY: {
        "en": 'This line is not an entry of the form {"question": "…", "answer": "…"}.',
        "ja": 'この行は {"question": "…", "answer": "…"} の形になっていません。',
    },
    Reason.ILLEGIBLE: {
        "en": "No text could be made out in this image.",
        "ja": "この画像からは文字を読み取れませんでした。",
    },
}
