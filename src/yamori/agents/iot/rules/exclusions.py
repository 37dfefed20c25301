"""What a sentence leaves out before or after what it asks for: `keep the hall light on and turn off the rest`, 台所だけ残して."""

import re
from dataclasses import dataclass

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.word_lists import says

_KEPT_EN = re.compile(
    r"(?:^|[,;]\s*|\b(?:and|but)\s+)(?:(?:please|just|only|but|and)\s+)*"
    r"(?:leave|keep|(?:don't|do not) (?:touch|change|(?:turn|switch) (?:on|off)))\s+(?P<kept>.+?)"
    r"(?:\s+(?:on|off|as (?:it is|they are)|alone|be|running|open|closed))?(?:$|[,;.]\s*|\s+(?:and|but)\s+(?=\w+ ))(?!(?:the|my|our)\s)"
)
_EXCEPT_FIRST = re.compile(r"^(?:except(?: for)?|apart from|other than|besides|excluding|aside from|bar)\s+(?P<kept>[^,]+),\s*")
_KEPT_JA = re.compile(
    r"(?<![^、。])(?P<kept>[^、。]+?)(?:だけ)?(?:は|を)?(?:(?:つけ|点け|開け|閉め)(?:たまま|っぱなし)(?:で(?!す|は)|に(?:して|しといて|しておいて))"
    r"|そのまま(?:で|に(?:して|しといて|しておいて))?|残して(?:おいて)?|除いて|(?:消さ|つけ|触ら|いじら)ないで|(?<=だけ)(?P<on>(?:つけ|点け)(?:て(?:おいて)?|といて)))"
    r"(?:ね|ください)?(?:[、。]\s*|$|(?=.))"
)
_REST_EN = re.compile(
    r"\b(?P<else>everything else|all else)\b"
    r"|\b(?:all (?:of )?)?(?:the )?(?:rest of (?:the|them)|rest|other|others|remaining)\b(?:\s+ones)?"
    r"(?P<noun>\s+(?!on\b|off\b|out\b|to\b|up\b|down\b)\w+)?"
)
_REST_JA = re.compile(r"(?:それ|これ)?(?:以外|残り|あと|ほか|他|その他)(?P<noun>の(?!は|を))?")

_OTHERS = re.compile(
    r"\b(?:rest|others|remaining|everything else|all (?:of )?the other)\b|(?:残り|それ以外|[他ほか]の[^、。]*(?:全部|ぜんぶ|すべて|全て))"
)
"""All but what was just spoken of; `the other one` is a single thing."""


@dataclass(frozen=True)
class Exclusion:
    """A request without what it leaves out."""

    text: str
    devices: frozenset[str]
    on: str = ""
    """What is left out, where it is to be switched on: `□だけつけて`."""


def exclusion(text: str, context: Context) -> Exclusion | None:
    """None where nothing is left out; a request that leaves out something unknown keeps its words, so that it stays uncertain."""
    found = _EXCEPT_FIRST.search(text) or _KEPT_EN.search(text) or _KEPT_JA.search(text)
    kept: frozenset[str] = frozenset()
    bare, scope = text, ""
    if found is not None:
        where = _SCOPE_JA.match(found["kept"]) if found.re is _KEPT_JA else None
        scope = where["scope"] if where is not None and _is_place(where["scope"], context) else ""
        kept = _devices(found["kept"][where.end() :] if where is not None and scope else found["kept"], context)
        bare = (text[: found.start()] + (f"{scope}の" if scope else " ") + text[found.end() :]).strip(" ,、。")
    elif context.focus.parts and _OTHERS.search(text):
        kept = frozenset(p.device for p in context.focus.parts)
    if not kept or not bare:
        return None
    on = found["kept"] if found is not None and found.re is _KEPT_JA and found["on"] else ""
    named = found is not None and bool(_devices(_REST_JA.sub("", text[: found.start()]), context))
    named = named or (bool(scope) and says(bare, "all_of_them"))
    return Exclusion(_all_instead(bare, kept, context, named=named), kept, on)


def is_rest(text: str) -> bool:
    """Whether a text in normal form means what is left beside something else (`everywhere else`, 残り)."""
    return _ELSE.search(text) is not None or _REST_JA.search(text) is not None


_ELSE = re.compile(rf"\belse\b|{_REST_EN.pattern}")
_SCOPE_JA = re.compile(r"(?P<scope>[^はの、]+)(?:は|では|の中(?:で|は)|、)")
"""リビングはスタンドだけ残して: the room that all of it is about."""


def _is_place(words: str, context: Context) -> bool:
    reference = resolve_reference(words, context.index, context.lexicon, room=None, recent=())
    return bool(reference.rooms) and not reference.targets


def _devices(words: str, context: Context) -> frozenset[str]:
    reference = resolve_reference(words, context.index, context.lexicon, room=None, recent=(), own=context.own)
    named = frozenset(p.device for t in reference.targets for p in t.parts)
    return named or frozenset(context.index.in_rooms(reference.rooms))


def _all_instead(text: str, kept: frozenset[str], context: Context, *, named: bool) -> str:
    """`The rest` is all of the kind named after it, or `named` before it, else all lights where lights are left out, else everything."""
    lights = all("light" in context.index.kinds_of[d] for d in kept)

    def rest(m: re.Match[str]) -> str:
        if m["else"]:
            return "everything"
        return f"all the{m['noun']}" if m["noun"] else "all the lights" if lights else "everything"

    def rest_unspaced(m: re.Match[str]) -> str:
        return "全部の" if m["noun"] else "電気全部" if lights and not named else "全部"

    return _REST_JA.sub(rest_unspaced, _REST_EN.sub(rest, text))
