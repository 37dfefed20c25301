"""Texts that nobody says, made to keep a reader of sentences busy: runs of words, numbers, joints, spaces, brackets and quotes.

A test sends a sample of them to every endpoint that reads sentences, `benchmarks/hostile.py` two thousand."""

import random
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import httpx

from yamori.agentkit.agent import Agent
from yamori.agentkit.tool import Tool
from yamori.domain.language import language_of
from yamori.domain.values import Value

SHORTEST, LONGEST = 500, 10_000
"""Characters of a text."""

_ENGLISH = {
    "word": "turn on off the lamp light kitchen my all not every except but dim to set what is are remind me add task list",
    "digit": "1 7 12 30 2026 9:30 1.5 1/2 11/3 40% 10- 3rd ½",
    "numeral": "one two twenty thirty-five hundred a half quarter dozen first second couple point",
    "time": "tomorrow monday at pm am o'clock in minutes hours days week every other until from to before after past next last noon",
    "joint": "and then and-then , ; . also or & plus while if when",
    "space": "\\s \\t \\n \\u00a0 \\u2003",
    "bracket": "( ) [ ] { } < >",
    "quote": "\" ' “ ” ‘ ’ `",
    "mark": "? ! ... - – : * / @ #",
}
_JAPANESE = {
    "word": "電気 を つけて 消して 台所 の は が に で も 全部 以外 照明 教えて 追加 予定 メモ 変えて 何 ですか ください ない て と",
    "digit": "１ 7 ２０２６ 9時30 1/2 11月3 3日 40％ １．５ 第2",
    "numeral": "一 二 三 十 百 千 万 〇 半 数 二十三 四十五 億 第 両",
    "time": "明日 来週 月曜 時 分 午後 毎週 まで から 前 後 間 ごと 頃 昨日 月 日 年 おき 末 翌",
    "joint": "、 。 て、 して それから あと そして から、 たら とき ので、 し、",
    "space": "\\u3000 \\s \\n",
    "bracket": "「 」 （ ） 『 』 【 】",
    "quote": '“ ” 〝 〟 "',
    "mark": "？ ！ … ー 〜 ・ ： ※",
}
_BLANKS = {"\\s": " ", "\\t": "\t", "\\n": "\n", "\\u00a0": "\u00a0", "\\u2003": "\u2003", "\\u3000": "\u3000"}


def hostile_texts(count: int, *, seed: int) -> Iterator[str]:
    """So many texts, the same for the same seed, half of them English."""
    chosen = random.Random(seed)
    for number in range(count):
        yield _text(chosen, _JAPANESE if number % 2 else _ENGLISH)


def _text(chosen: random.Random, pieces: Mapping[str, str]) -> str:
    """One piece, one kind of piece or a few of them over and over, bare or inside an order; as long as may be read, or far longer."""
    kinds = chosen.sample(sorted(pieces), k=chosen.choice((1, 1, 2, 3)))
    pool = [_BLANKS.get(piece, piece) for kind in kinds for piece in pieces[kind].split()]
    if chosen.random() < 0.5:
        pool = chosen.sample(pool, k=min(len(pool), chosen.choice((1, 1, 2, 3))))
    joint = chosen.choice(("", " ", " ", ", ")) if pieces is _ENGLISH else chosen.choice(("", "", "、", " "))
    length = SHORTEST if chosen.random() < 0.6 else chosen.randint(SHORTEST, LONGEST)
    before, after = chosen.choice((("", ""), *_AROUND[pieces is _JAPANESE]))
    body: list[str] = []
    size = len(before) + len(after)
    if chosen.random() < 0.4:  # periodic
        while size < length:
            piece = pool[len(body) % len(pool)] + joint
            body.append(piece)
            size += len(piece)
    else:
        while size < length:
            piece = chosen.choice(pool) + joint
            body.append(piece)
            size += len(piece)
    text = (before + "".join(body))[: length - len(after)] + after
    return text if text.strip() else "." + text[1:]


_AROUND = (
    (("turn on the ", ""), ("remind me to ", " tomorrow"), ("x", "x"), ("what is ", "?"), ("add “", "” to my tasks"), ("", " at 9")),
    (("電気を", "つけて"), ("明日", "を予定に追加して"), ("あ", "あ"), ("", "は何ですか"), ("「", "」とメモして"), ("", "に教えて")),
)


@dataclass(frozen=True, kw_only=True)
class Struck:
    """One text at one endpoint, and what it cost."""

    endpoint: str
    text: str
    status: int
    seconds: float
    """Of processor, of the whole process."""
    loop_seconds: float
    """Of processor, of the event loop's own thread: so long nobody else was answered."""


async def strike(
    client: httpx.AsyncClient, agents: Mapping[str, Agent], text: str, *, number: int, person: str, now: datetime, attempt: int = 0
) -> AsyncIterator[Struck]:
    """The text as a turn and at every endpoint of every agent; the text arguments of one tool of each, another one for another number.
    Another `attempt` of the same number is another request."""
    task = {"request": text, "said": text, "person": person, "now": now.isoformat(), "language": language_of(text).value}
    sent: list[tuple[str, Value]] = [("/turns", {"text": text, "person": person})]
    for name, agent in agents.items():
        sent += [(f"/agents/{name}/{endpoint}", {**task, "key": f"{endpoint}-{number}-{attempt}"}) for endpoint in ("claim", "relay")]
        sent.append((f"/agents/{name}/chat", {"text": text}))
        taking = [tool for tool in agent.tools if _text_arguments(tool, text)]
        tool = taking[number % len(taking)]
        sent.append((f"/agents/{name}/tools/{tool.name}", _text_arguments(tool, text)))
    for endpoint, body in sent:
        whole, own = time.process_time(), time.thread_time()
        reply = await client.post(endpoint, json=body)
        if endpoint == "/turns" and reply.is_success:
            await _ended(client, reply.json()["turn"])
        cost = {"seconds": time.process_time() - whole, "loop_seconds": time.thread_time() - own}
        yield Struck(endpoint=endpoint, text=text, status=reply.status_code, **cost)


async def _ended(client: httpx.AsyncClient, turn: str) -> None:
    async with client.stream("GET", f"/turns/{turn}/events") as events:
        async for line in events.aiter_lines():
            if line.startswith("event: waiting"):
                return


def _text_arguments(tool: Tool, text: str) -> dict[str, Value]:
    """The text for every argument that takes one; empty where none does."""
    schema = tool.schema()
    properties = cast(Mapping[str, Mapping[str, Value]], schema["properties"])
    given: dict[str, Value] = {}
    for name, kind in properties.items():
        kinds = [kind.get("type"), *(k.get("type") for k in cast(Sequence[Mapping[str, Value]], kind.get("anyOf", ())))]
        if "string" in kinds:
            given[name] = text
        elif name in cast(Sequence[str], schema.get("required", ())):
            given[name] = [text] if "array" in kinds else {"text": text} if "object" in kinds else 1
    return given if text in given.values() else {}
