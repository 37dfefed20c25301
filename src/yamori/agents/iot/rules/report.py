"""The execution log as sentences in the person's language. Every claim comes from a receipt or a reading, none from a model."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.task import ToolRun
from yamori.agents.iot.rules.meaning import Meaning, Trouble
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import CJK, Lexicon, name_words, squeezed
from yamori.domain.home import Device, Home
from yamori.domain.language import Language
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value

SHOWN = 10
"""Devices named in one sentence at most; the rest are counted."""

_EN_DONE = {
    "on": "turned on", "off": "turned off", "open": "opened", "closed": "closed", "locked": "locked", "unlocked": "unlocked",
    "muted": "muted", "unmuted": "unmuted", "playing": "started playing", "paused": "paused", "stopped": "stopped",
}  # fmt: skip
_JA_DONE = {
    "on": "をつけました", "off": "を消しました", "open": "を開けました", "closed": "を閉めました", "locked": "を施錠しました",
    "unlocked": "を解錠しました", "muted": "をミュートしました", "unmuted": "のミュートを解除しました", "playing": "を再生しました",
    "paused": "を一時停止しました", "stopped": "を止めました",
}  # fmt: skip


def called(device: Device, component: str, language: Language) -> str:
    """A device's name in a language: a Japanese alias for a Japanese sentence where the home has one."""
    name = device.name
    if language is Language.JAPANESE and not CJK.search(name):
        name = next((a for a in device.aliases if CJK.search(a)), name)
    return name if component == "main" else f"{name} ({component})" if language is Language.ENGLISH else f"{name}（{component}）"


def approval_text(receipt: Receipt, home: Home, language: Language) -> str:
    """Exactly what a held command will do."""
    command = receipt.command
    device = home.device(command.device)
    name = called(device, command.component, language) if device else command.device
    arguments = ", ".join(f"{k} {v}" for k, v in command.arguments.items())
    what = " ".join(name_words(command.name)) + (f" ({arguments})" if arguments else "")
    return f"{name}: {what}"


def report_text(runs: Sequence[ToolRun], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str:
    """All runs of a task as one answer."""
    receipts = [r for run in runs for r in run.receipts]
    lines = _changes(receipts, index, lexicon, language)
    for run in runs:
        if run.tool == "read_devices" and run.ok:
            lines.append(_readings(cast(Mapping[str, Any], run.result), index, lexicon, language, said=said))
        partly = run.result.get("problems", ()) if isinstance(run.result, Mapping) else ()
        problems = [run.problem] if run.problem else list(cast(Sequence[str], partly))
        lines += [(f"Not done: {p}" if language is Language.ENGLISH else f"できませんでした: {p}") for p in problems]
    return (" " if language is Language.ENGLISH else "").join(line for line in lines if line)


def _changes(receipts: Sequence[Receipt], index: HomeIndex, lexicon: Lexicon, language: Language) -> list[str]:
    grouped: dict[str, list[str]] = {}
    for receipt in receipts:
        device = index.devices.get(receipt.command.device)
        name = called(device, receipt.command.component, language) if device else receipt.command.device
        room = index.rooms.get(device.room or "") if device else None
        label = room.name if room else ""
        if room and language is Language.JAPANESE:
            label = next((a for a in room.aliases if CJK.search(a)), room.name)
        if label and label.lower() not in name.lower():
            name = f"{name} ({label})" if language is Language.ENGLISH else f"{name}（{label}）"
        names = grouped.setdefault(_phrase(receipt, index, lexicon, language), [])
        if name not in names:
            names.append(name)
    return [
        phrase.replace("{}", _listed(names, language), 1).replace("{verb}", "was" if len(names) == 1 else "were")
        for phrase, names in grouped.items()
    ]


def _phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    english = language is Language.ENGLISH
    match receipt.status:
        case ReceiptStatus.HELD:
            what = " ".join(name_words(receipt.command.name))
            return f"Waiting for your OK to {what} {{}}." if english else f"{{}}の操作（{what}）には確認が必要です。"
        case ReceiptStatus.REFUSED:
            return "Not done: {} stays as it is." if english else "取りやめました。{}はそのままです。"
        case ReceiptStatus.FAILED:
            problem = receipt.problem or "?"
            return f"{{}} did not do it: {problem}." if english else f"{{}}は動きませんでした（{problem}）。"
        case ReceiptStatus.DONE | ReceiptStatus.UNCHANGED:
            return _state_phrase(receipt, index, lexicon, english=english)


def _state_phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, *, english: bool) -> str:
    command = receipt.command
    changed = {k: after for k, (_, after) in receipt.changed().items()}
    own = {k: v for k, v in receipt.after.items() if k.startswith(f"{command.capability}.")}
    main = {k: v for k, v in changed.items() if k in own} or changed or _touched(receipt, own)
    already = not changed
    parts = []
    for path, value in main.items():
        capability, _, attribute = path.rpartition(".")
        if isinstance(value, str) and value in _EN_DONE and not already:
            parts.append(_EN_DONE[value] if english else _JA_DONE[value])
        else:
            parts.append(_value_phrase(capability, attribute, value, index, lexicon, english=english))
    if already:
        shown = ", ".join(parts) or (" ".join(name_words(command.name)))
        return f"{{}} {{verb}} already so: {shown}." if english else f"{{}}はすでに{shown}です。".replace("ですです", "です")
    if not parts:
        return f"{{}}: {' '.join(name_words(command.name))} done." if english else f"{{}}: {command.name} を実行しました。"
    if len(parts) == 1 and english and parts[0] in _EN_DONE.values():
        return f"{parts[0].capitalize()} {{}}."
    if english:
        return f"Set {{}}: {', '.join(parts)}."
    if len(parts) == 1 and parts[0] in _JA_DONE.values():
        return f"{{}}{parts[0]}。"
    return f"{{}}を設定しました: {'、'.join(parts)}。"


def _touched(receipt: Receipt, own: Mapping[str, Value]) -> Mapping[str, Value]:
    """Of the unchanged attributes those that the command is about."""
    wanted = {squeezed(str(v)) for v in receipt.command.arguments.values()}
    return {k: v for k, v in own.items() if squeezed(str(v)) in wanted} or dict(list(own.items())[:1])


def _value_phrase(capability: str, attribute: str, value: Value, index: HomeIndex, lexicon: Lexicon, *, english: bool) -> str:
    declared = index.capabilities[capability].attributes.get(attribute) if capability in index.capabilities else None
    unit = (declared.unit or "") if declared else ""
    shown = f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
    if english:
        label = " ".join(name_words(attribute))
        space = "" if unit in ("%",) or not unit else " "
        if isinstance(value, str) and squeezed(attribute) in (squeezed(capability), "state", "status"):
            return " ".join(name_words(shown))
        return f"{label} {shown}{space}{unit}".strip()
    return f"{japanese_label(attribute, capability, lexicon)}{japanese_value(shown, lexicon)}{unit}"


def japanese_label(attribute: str, capability: str, lexicon: Lexicon) -> str:
    """What a Japanese speaker calls the attribute; nothing where the value says it all (オン, 施錠)."""
    flat = squeezed(attribute)
    for concept, likes in lexicon.likes.items():
        if concept in ("contact", "switchstate", "lockstate", "runstate", "motion"):
            continue
        if any(like in flat for like in likes) and not any(u in squeezed(capability) for u in lexicon.unlikes[concept]):
            return lexicon.concepts[concept].japanese[0]
    return "" if flat in squeezed(capability) else attribute


def japanese_value(value: str, lexicon: Lexicon) -> str:
    flat = squeezed(value)
    colour = next((c for c in lexicon.colours if c.name == flat), None)
    return colour.phrases.japanese[0] if colour else lexicon.says.get(flat, value)


def _listed(names: Sequence[str], language: Language) -> str:
    shown, more = list(names[:SHOWN]), len(names) - SHOWN
    if language is Language.JAPANESE:
        return "、".join(shown) + (f"ほか{more}台" if more > 0 else "")
    if more > 0:
        return ", ".join(shown) + f" and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _readings(result: Mapping[str, Any], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str:
    readings = cast(Sequence[Mapping[str, Any]], result["readings"])
    english = language is Language.ENGLISH
    if not readings:
        return "I have no reading for that." if english else "その値は分かりません。"
    equals = result.get("equals")
    if equals is not None:
        return _asked_whether(readings, str(equals), index, lexicon, language, said=said)
    lines: dict[str, list[str]] = {}
    for r in readings:
        name = called(index.devices[r["device"]], r["component"], language)
        lines.setdefault(name, []).append(_value_phrase(r["capability"], r["attribute"], r["value"], index, lexicon, english=english))
    if english:
        return " ".join(f"{name}: {', '.join(values)}." for name, values in lines.items())
    return "".join(f"{name}: {'、'.join(values)}。" for name, values in lines.items())


def _asked_whether(
    readings: Sequence[Mapping[str, Any]], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str
) -> str:
    english = language is Language.ENGLISH
    names = {id(r): called(index.devices[r["device"]], r["component"], language) for r in readings}
    so = [names[id(r)] for r in readings if r["value"] == equals]
    so = list(dict.fromkeys(so))
    value = " ".join(name_words(equals)) if english else lexicon.says.get(squeezed(equals), equals)
    end = "" if value.endswith("ます") else "です"
    if len(readings) == 1:
        actual = str(readings[0]["value"])
        shown = " ".join(name_words(actual)) if english else lexicon.says.get(squeezed(actual), actual)
        yes = actual == equals
        name = names[id(readings[0])]
        if english:
            return f"{'Yes' if yes else 'No'}, {name} is {shown}."
        return f"{'はい' if yes else 'いいえ'}、{name}は{shown}{'' if shown.endswith('ます') else 'です'}。"
    every = lexicon.marks["all"].found(said) is not None and not any(w in said for w in ("any", "which", "どの", "どれ"))
    if every:
        others = list(dict.fromkeys(f"{names[id(r)]} ({r['value']})" for r in readings if r["value"] != equals))
        if not others:
            return f"Yes, all {len(readings)} are {value}." if english else f"はい、{len(readings)}台すべて{value}{end}。"
        listed = _listed(others, language)
        return f"No, not all: {listed}." if english else f"いいえ、そうでないもの: {listed}。"
    if not so:
        ending = f"{value.removesuffix('います')}いる" if value.endswith("います") else f"{value}の"
        return f"No, none of the {len(readings)} is {value}." if english else f"いいえ、{ending}ものはありません。"
    count = f"{len(so)} of {len(readings)}" if english else f"{len(readings)}台中{len(so)}台"
    listed = _listed(so, language)
    return f"{value.capitalize()}: {listed} ({count})." if english else f"{listed}が{value}{end}（{count}）。"


def trouble_text(meaning: Meaning, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str:
    """Why nothing is done, or the one question to ask."""
    english = language is Language.ENGLISH
    match meaning.trouble:
        case Trouble.NO_DEVICE:
            what = meaning.about[0] if meaning.about else said
            rooms = frozenset(r for a in meaning.aims for r in (*a.missing_rooms,))
            room = next((index.rooms[r] for r in rooms), None)
            if english:
                return f"I can't find “{what}” in {'the ' + room.name.lower() if room else 'this home'}, so I changed nothing."
            where = next((a for a in room.aliases if CJK.search(a)), room.name) if room else "この家"
            return f"「{what}」は{where}に見つかりません。何も変更していません。"
        case Trouble.CANNOT:
            device = index.devices[meaning.about[0]]
            name = called(device, "main", language)
            able = list(dict.fromkeys(" ".join(name_words(c)) for _, n in device.capabilities() for c in index.capabilities[n].commands))
            if not able:
                return (
                    f"{name} can't do that: it only reports its state." if english else f"{name}は状態を知らせるだけで、操作はできません。"
                )
            listed = (", " if english else "、").join(able)
            return f"{name} can't do that. It can: {listed}." if english else f"{name}にはその操作ができません。できる操作: {listed}。"
        case Trouble.LATER:
            return (
                "I can only act right now, not later or on a condition, so I changed nothing."
                if english
                else "今すぐの操作だけができます。後からや条件付きの操作はまだできないため、何も変更していません。"
            )
        case Trouble.WHICH | None:
            names = [label(p, index, language) for p in meaning.options[:6]]
            return f"Which one do you mean: {', '.join(names)}?" if english else f"どれのことですか？ {'、'.join(names)}"


def label(part: Part, index: HomeIndex, language: Language) -> str:
    return called(index.devices[part.device], part.component or "main", language)
