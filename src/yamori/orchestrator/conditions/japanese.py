"""Conditions on a state in Japanese: 〜なら, 〜だったら, 〜ければ, 〜ていたら, 〜場合は, read by their morphemes.

〜たら after what happens (降ったら) is none.
"""

import re
from collections.abc import Sequence

from yamori.orchestrator.conditions.condition import Condition
from yamori.understanding.analysis import Morpheme, morphemes_of

_STATIVE = frozenset({"居る", "有る", "いる", "ある", "てる", "でる", "てある", "とる", "違う"})
_PLACE = re.compile(r"^(?P<place>[^\s、。がはもを]{1,12}?)(?:に|で)は?(?=[^、。]*(?:い|居|あ|な|誰|だれ|人))")
_THERE = re.compile(r"(?:そこ|あそこ|その部屋)(?P<of>の|で|を|は|に)?")
_NOBODY = (("誰もい", "誰かい"), ("だれもい", "だれかい"), ("誰もいない", "誰かいる"), ("何もな", "何かあ"), ("人がいない", "人がいる"))
_TRIM = " 　、。！!"
_IF = re.compile(r"^もし(?:も)?[、\s]*")
_DONE = re.compile(r"^(?!.*すでに).*ました")
_LEAD = re.compile(r"^(?:は|に|には|ば|、|\s)+")


def read(part: str, start: int, end: int) -> Condition | None:
    """`start` and `end` are where the marker of the condition was found; the condition begins where the part does."""
    words = morphemes_of(part)
    cut = next((found for n in range(len(words)) if words[n].end > start and (found := _plain(words, n, part)) is not None), None)
    if cut is None:
        return None
    plain, after = cut
    plain = _IF.sub("", plain)
    actions = _LEAD.sub("", part[after:]).strip(_TRIM)
    positive, denied = _without_negation(plain)
    if positive is None:
        return None
    place = _PLACE.match(plain)
    if (there := _THERE.search(actions)) is not None:
        if place is None:
            return None
        actions = actions[: there.start()] + place["place"] + (there["of"] or "の") + actions[there.end() :]
    so, not_so = (plain, positive) if denied else (plain, _negated(plain))
    if not_so is None:
        return None
    return Condition(
        question=f"{positive}？", wanted=not denied, so=so, not_so=not_so, actions=actions, leads=True, placed=place is not None
    )


def states_more(before: str, after: str) -> bool:
    """Whether the clause before a condition states another one: 窯が動いていて、…."""
    words = [w for w in morphemes_of(before.rstrip(" 、")) if w.kind not in ("補助記号", "空白")]
    return len(words) > 1 and words[-1].surface in ("て", "で", "し") and _is_stative(words[:-1]) and words[-2].kind != "名詞"


def _plain(words: Sequence[Morpheme], n: int, part: str) -> tuple[str, int] | None:
    """The state in its plain form where word `n` ends a condition on one, and where that ends."""
    word, before = words[n], words[n - 1] if n else None
    if before is None:
        return None
    if word.surface in ("たら", "だら", "ば"):
        if word.surface != "ば" and word.base not in ("た", "だ"):
            return None
        if before.base in ("だ", "です"):  # 26度以上だったら
            return part[: before.start], word.end
        if before.base in ("ある", "有る") and n > 1 and words[n - 2].surface == "で":  # 26度以上であれば
            return part[: words[n - 2].start], word.end
        return (part[: before.start] + _kana(before), word.end) if _is_stative(words[:n]) else None
    if (word.surface in ("なら", "ならば") and word.base in ("だ", "なら")) or word.surface == "場合":
        # 雨の場合 speaks of whenever that may be.
        return (part[: word.start], word.end) if before.surface != "の" and _is_stative(words[:n]) else None
    return None


def _kana(word: Morpheme) -> str:
    """The dictionary form, in kana where it was said so."""
    return {"居る": "いる", "有る": "ある", "無い": "ない"}.get(word.base, word.base)


def _is_stative(words: Sequence[Morpheme]) -> bool:
    """Whether what stands before the marker is a state: ている, ある, an adjective or a noun, negated or not."""
    last = words[-1]
    if last.base in ("ない", "無い", "ん", "ぬ"):
        if len(words) < 2:
            return True
        last = words[-2]
        last = words[-3] if last.surface in ("は", "も") and len(words) > 2 else last
    if last.kind == "動詞" or last.base in _STATIVE:
        return last.base in _STATIVE
    return last.kind in ("名詞", "形容詞", "形状詞", "接尾辞", "助動詞", "助詞", "代名詞", "副詞") and last.base not in ("た", "だ")


def _without_negation(plain: str) -> tuple[str | None, bool]:
    """The state without its negation, and whether there was one."""
    if not plain.endswith("ない"):
        return plain, False
    for negative, positive in (
        *((a + "ない", b + "る") for a, b in _NOBODY if not a.endswith("ない")),
        ("ていない", "ている"),
        ("でいない", "でいる"),
        ("てない", "てる"),
        ("でない", ""),
        ("ではない", ""),
        ("じゃない", ""),
        ("くない", "い"),
        ("がいない", "がいる"),
        ("がない", "がある"),
    ):
        if plain.endswith(negative):
            return plain.removesuffix(negative) + positive, True
    return None, True


def _negated(plain: str) -> str | None:
    last = morphemes_of(plain)[-1]
    if plain.endswith(("誰かいる", "だれかいる")):
        return plain.removesuffix("かいる") + "もいない"
    if last.kind == "形容詞" and plain.endswith("い"):
        return plain.removesuffix("い") + "くない"
    if plain.endswith(("いる", "てる", "でる")):
        return plain.removesuffix("る") + "ない"
    if plain.endswith("ある"):
        return plain.removesuffix("ある") + "ない"
    return f"{plain}ではない" if last.kind in ("名詞", "形状詞", "接尾辞") else None


def because(state: str) -> str:
    """The state as a reason: 誰もいないので, 28度以上なので."""
    return f"{state}{'なので' if _is_nominal(state) else 'ので'}"


def followed(so: str, text: str) -> str:
    if _DONE.match(text):
        return f"{because(so)}、{text}"
    return f"{so}{'である' if _is_nominal(so) else ''}ことを確認しました。{text}"


def _is_nominal(state: str) -> bool:
    words = morphemes_of(state)
    return bool(words) and words[-1].kind in ("名詞", "形状詞", "接尾辞", "代名詞")
