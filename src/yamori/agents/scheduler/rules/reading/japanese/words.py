"""Japanese texts that several readers of sentences share, to build patterns from."""

import re

from yamori.agents.scheduler.rules.word_lists import words_for
from yamori.understanding.analysis import morphemes_of

POLITE = re.compile(
    r"^(?:(?:(?:いつも)?お世話になって(?:い|お)ります|(?:いつも)?お世話になります|お疲れ(?:さま|様)(?:です)?|こんにちは|こんばんは|おはよう(?:ございます)?|失礼します|恐れ入りますが"
    r"|お手数(?:ですが|をおかけしますが)|よろしければ|よければ|よかったら|できれば|できたら|ねえ|そうそう|ああ|えっと|えーと|あの(?!人)|じゃあ|では|それと|それから|あと(?!\d|で)|そして|あとは|やっぱり|やはり"
    r"|やっぱ|ごめんなさい|ごめん|すみません|すいません|すまん"
    r"|いや|違う|ちがう|なお|また(?!は)|あ、|あっ|うん|はい|そうだ|おっと|しまった|悪い|ちょっと待って|待って|ちなみに)[、,。!！\s]*)+"
)
TAIL = (
    r"(?:し|て|で|と|ど|い|お|く|だ|さ|ね|よ|ほ|欲|も|ら|え|ま|す|る|か|な|下|願|頂|た|ん|っ|け|り|れ|せ|う|の|に|わ|そ|ち|ゃ|じ|思|ょ|ござ|助か|幸い|ください"
    r"|\s|[。、!！?？~〜ー])*$"
)
PLACE = (
    r"(?:カレンダー|予定表?|スケジュール(?:帳)?|タスク(?:リスト)?|やること(?:リスト)?|(?:買い物|買物)?リスト|to-?do(?:リスト)?"
    r"|リマインダー|手帳|日程)"
)
NOUN = r"(?:予定|タスク|用事|リマインダー|リマインド|スケジュール|to-?do)"
PUT = (
    r"(?:入れ|いれ|追加|登録|書き留め|書き込|書[いきくっ]|加え|作[っりる]|作成|メモ|載せ|のせ|組[んみむ]|足[しす]"
    r"|入力|覚え|おぼえ|設定|セット|つけ|付け"
    r"|保存|記録|記入|控え)"
)


def stripped(text: str) -> str:
    """Without what is said before a sentence to be polite."""
    return POLITE.sub("", text.strip()).strip(" 、。,!！")


def words_of(words: str) -> str:
    """The words that name a task, without the particles behind them."""
    plain = re.sub(r"(?<=.)、?(?:やっぱり|やはり|やっぱ)$", "", words.strip(" 、"))
    plain = re.sub(r"(?:どっち|どちら|両方|二つ|ふたつ|3つ|三つ)(?:とも|も)?$|もう$|、$", "", plain)
    plain = plain.strip(" 、")
    return whole(re.sub(r"(?:を|は|が|も|、|って|という|の(?:予定|タスク|用事|件)?)+$", "", plain), plain)


def titled(words: str) -> str:
    """A title without the particles that tied it to the sentence."""
    trimmed = words.strip(" 、。,")
    trimmed = re.sub(r"^(?:新しい)?(?:タスク|予定)(?:として|の|「)?(?=\S{2,})", "", trimmed)
    trimmed = re.sub(r"^(?:の)?(?:どこか|どっか)(?:の日)?(?:で|に)、?(?=\S{2,})", "", trimmed)
    trimmed = re.sub(r"^[はがをに、](?=\S{2,})", "", trimmed)
    trimmed = re.sub(r"(?<=[一-龯々ァ-ヶー])をする(?:の)?(?=(?:のを|ことを?|を|って|と)?$)", "", trimmed)
    bare = re.sub(r"(?:のを|のことを?|ことを?|よう(?:に)?|のも|を|って|という|は|も|が|、|の|と)+$", "", trimmed)
    bare = whole(bare, trimmed).strip()
    return bare if len(bare) > 1 or not re.match("[ぁ-ゖ]?$", bare) else trimmed.removesuffix("を")


def whole(bare: str, words: str) -> str:
    """The beginning of some words, with the rest of the word that it ends in: no particle is cut off じゃがいも or いちご. A verb keeps
    its whole ending: 本を買って is cut nowhere, but 園芸会って is about the 園芸会, and nobody meets."""
    cut = next((m for m in morphemes_of(words) if m.start < len(bare) < m.end), None)
    if cut is None:
        return bare
    if not cut.form.endswith(_BEFORE_AN_ENDING):
        return words[: cut.end]
    return bare if bare.endswith(tuple(words_for("occasions"))) else words


_BEFORE_AN_ENDING = "促音便"
"""The form of a verb that stands before て or た alone."""


def items(title: str) -> tuple[str, ...]:
    """`牛乳とパン` as two things."""
    found = tuple(p for p in (titled(piece) for piece in re.split(r"、|と(?=\S)|や(?=\S)", title)) if p)
    return found if len(found) > 1 else ()
