"""The execution log as sentences in the person's language. Every claim comes from a receipt or a reading, none from a model."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import ToolRun
from yamori.agents.iot.rules import words
from yamori.agents.iot.rules.absence import absent_text
from yamori.agents.iot.rules.answers import answered
from yamori.agents.iot.rules.meaning import Meaning, Trouble
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.outcomes import filled, state_phrase
from yamori.agents.iot.rules.past.answering import PastAnswers
from yamori.agents.iot.rules.phrases import (
    SHOWN,
    called,
    command_phrase,
    label,
    listed,
    placed,
    room_called,
    value_phrase,
    value_word,
)
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed
from yamori.domain.capability import CommandSpec, finds_out
from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.receipt import Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.understanding.deferral import refused_text


def approval_text(receipt: Receipt, home: Home, language: Language) -> str:
    """Exactly what a held command will do."""
    command = receipt.command
    device = home.device(command.device)
    name = called(device, command.component, language) if device else command.device
    arguments = ", ".join(f"{k} {v}" for k, v in command.arguments.items())
    what = command_phrase(command.name, None, words.lexicon(), english=language is Language.ENGLISH)
    return f"{name}: {what}" + (f" ({arguments})" if arguments else "")


def report_text(runs: Sequence[ToolRun], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> str:
    """All runs of a task as one answer."""
    pictured = [run for run in runs if run.tool == "look" and run.ok and isinstance(run.result, Mapping) and "picture" in run.result]
    receipts = [r for run in runs if run not in pictured for r in run.receipts]
    lines = [_no_camera(str(run.arguments.get("camera")), index, lexicon, language, said=said) for run in runs if run.tool == "look"]
    lines += [_picture(cast(Mapping[str, Any], run.result), index, language) for run in pictured]
    lines += _changes(receipts, index, lexicon, language, said=said)
    if looked := [cast(Mapping[str, Any], run.result) for run in runs if run.tool == "look_back" and run.ok]:
        lines.append(PastAnswers(index, lexicon, language, said=said, now=now).answer_all(looked))
    for run in runs:
        if run.tool == "read_devices" and run.ok:
            lines.append(answered(cast(Mapping[str, Any], run.result), index, lexicon, language, said=said, now=now))
        if run.tool == "explain_changes" and run.ok:
            lines.append(_explained(cast(Mapping[str, Any], run.result), index, lexicon, language))
        if run.tool == "undo_changes" and run.ok:
            lines.append(_not_undone(cast(Mapping[str, Any], run.result), index, language))
        partly = run.result.get("problems", ()) if isinstance(run.result, Mapping) else ()
        problems = [run.problem] if run.problem else list(cast(Sequence[str], partly))
        lines += [_not_done(problem_text(p, language), language) for p in problems]
    return (" " if language is Language.ENGLISH else "").join(line for line in lines if line)


def _not_done(why: str, language: Language) -> str:
    why = why.rstrip(".。")
    return f"That did not work: {why}." if language is Language.ENGLISH else f"できませんでした（{why}）。"


def _explained(result: Mapping[str, Any], index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """Who changed what, when and with which words; an honest word where Yamori did not."""
    english = language is Language.ENGLISH
    zone = ZoneInfo(index.home.place.timezone)
    lines: list[str] = []
    for change in result["changes"]:
        device = index.devices.get(change["device"])
        name = placed(device, change["component"], index, language) if device else change["device"]
        who = index.home.person(change["person"])
        at = datetime.fromisoformat(change["at"]).astimezone(zone).strftime("%m-%d %H:%M")
        now = []
        for path, (_, after) in change["changed"].items():
            capability, _, attribute = path.rpartition(".")
            now.append(value_phrase(capability, attribute, after, index, lexicon, english=english))
        said, person = change["words"], who.name if who else change["person"]
        if english:
            why = f"said “{said}”" if said else "wanted it"  # in which words is theirs alone
            lines.append(f"{name}: {', '.join(now)}, because {person} {why} ({at}).")
        else:
            why = f"「{said}」と言ったため" if said else "操作したため"
            lines.append(f"{name}: {'、'.join(now)}。{at}に{person}さんが{why}です。")
    if lines:
        return (" " if english else "").join(lines)
    names = [label(Part(d), index, language) for d in result["devices"] if d in index.devices]
    if english:
        return f"Nothing was changed through me: {listed(names, language)} changed by hand or by itself, if at all."
    return f"私を通した変更はありません。{listed(names, language)}は手動か自動で変わったのかもしれません。"


def _not_undone(result: Mapping[str, Any], index: HomeIndex, language: Language) -> str:
    english = language is Language.ENGLISH
    if not result["tried"]:
        return "There is nothing that I could take back." if english else "元に戻せる操作がありません。"
    grouped: dict[str, list[str]] = {}
    for one in result["cannot"]:
        device = index.devices.get(one["device"])
        name = placed(device, one["component"], index, language) if device else one["device"]
        if name not in grouped.setdefault(one["why"], []):
            grouped[one["why"]].append(name)
    lines = [
        f"Not taken back: {listed(names, language)}; {why}." if english else f"{listed(names, language)}は戻していません（{why}）。"
        for why, names in grouped.items()
    ]
    return (" " if english else "").join(lines)


def _no_camera(camera: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str:
    """Word of a room that was asked to be seen and has no camera, so that another one took the picture; else nothing."""
    device = index.devices.get(camera.partition("/")[0])
    found = mentions(said, index, lexicon)
    rooms = {r for m in found for r in rooms_in(m, index)}
    if device is None or len(rooms) != 1 or device.room in rooms or any(p.device == device.id for m in found for p in m.parts):
        return ""
    room = room_called(next(iter(rooms)), index, language)
    return f"There is no camera in the {room}." if language is Language.ENGLISH else f"{room}にはカメラがありません。"


def _picture(shown: Mapping[str, Any], index: HomeIndex, language: Language) -> str:
    """What a camera took, when, and what was seen in it; says so where nobody could look."""
    english = language is Language.ENGLISH
    device = index.devices.get(str(shown["device"]))
    zone = ZoneInfo(index.home.place.timezone)
    at = datetime.fromisoformat(str(shown["at"])).astimezone(zone).strftime("%H:%M")
    name = placed(device, str(shown["component"]), index, language) if device else str(shown["device"])
    here = f"The picture is from {name}, taken at {at}." if english else f"{name}が{at}に撮った写真です。"
    if seen := shown.get("seen"):
        return f"{seen} {here}" if english else f"{seen}（{here}）"
    if why := shown.get("why"):
        if english:
            return f"{here} I can't say what is in it: no model here can see ({why})"
        return f"{here}画像を見られるモデルがないため、何が写っているかは言えません（{why}）。"
    return here


def _changes(receipts: Sequence[Receipt], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> list[str]:
    """A sentence for all devices of which the same is true."""
    grouped: dict[str, list[str]] = {}
    for receipt in receipts:
        device = index.devices.get(receipt.command.device)
        component = receipt.command.component
        name = spoken_name(device, component, index, language, said=said) if device else receipt.command.device
        names = grouped.setdefault(_phrase(receipt, index, lexicon, language), [])
        if name not in names:
            names.append(name)
    return [filled(phrase, names, language) for phrase, names in sorted(grouped.items(), key=lambda group: _is_unchanged(group[0]))]


def _is_unchanged(phrase: str) -> bool:
    """What was so already is said last."""
    return "already" in phrase or "もう" in phrase


def _phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    english = language is Language.ENGLISH
    problem = (receipt.problem or "").rstrip(".。")
    match receipt.status:
        case ReceiptStatus.HELD:
            what = command_phrase(receipt.command.name, None, lexicon, english=english)
            if english:
                return f"I need your OK to {what} {{}}."
            return f"{{}}{'を' if what[-1] in _VERB_ENDS else 'の'}{what}には、確認が必要です。"
        case ReceiptStatus.WAITING:
            if english:
                return f"{{}} {{is}} not done yet. {problem}." if problem else "{} has not answered yet."
            return f"{{}}はまだです。{problem}。" if problem else "{}からまだ応答がありません。"
        case ReceiptStatus.REFUSED:
            return "All right, I left {} as before." if english else "わかりました。{}はそのままにしました。"
        case ReceiptStatus.FAILED:
            if english:
                return f"That did not work with {{}}: {problem}." if problem else "That did not work with {}."
            return f"{{}}を操作できませんでした。{problem}。" if problem else "{}を操作できませんでした。"
        case ReceiptStatus.DONE | ReceiptStatus.UNCHANGED:
            held = index.capabilities.get(receipt.command.capability)
            spec = held.commands.get(receipt.command.name) if held is not None else None
            if spec is not None and not spec.effects and (finds_out(spec) or not receipt.changed()):
                return _action_phrase(receipt, spec, index, lexicon, english=english)
            return _state_phrase(receipt, index, lexicon, language)


_VERB_ENDS = "るすうくむつ"


def _state_phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    command = receipt.command
    changed = {k: after for k, (_, after) in receipt.changed().items()}
    own = {k: v for k, v in receipt.after.items() if k.startswith(f"{command.capability}.")}
    values = {k: v for k, v in changed.items() if k in own} or changed or _touched(receipt, own, index)
    if values:
        return state_phrase(values, index, lexicon, language, already=not changed)
    done = command_phrase(command.name, index.capabilities.get(command.capability), lexicon, english=language is Language.ENGLISH)
    return f"{{}}: {done} done." if language is Language.ENGLISH else f"{{}}: {done}を実行しました。"


def _action_phrase(receipt: Receipt, spec: CommandSpec, index: HomeIndex, lexicon: Lexicon, *, english: bool) -> str:
    """What was done or found out, where nothing stays changed by it."""
    command = receipt.command
    if finds_out(spec):
        own = {k: v for k, v in receipt.after.items() if k.startswith(f"{command.capability}.") and v is not None}
        if any(k.endswith(".image") for k in own):
            return "{} took a photo." if english else "{}で写真を撮りました。"
        found = [value_phrase(command.capability, k.rpartition(".")[2], v, index, lexicon, english=english) for k, v in own.items()]
        if found:
            return "{}: " + (", ".join(found) + "." if english else "、".join(found) + "。")
    done = " ".join(name_words(command.name))
    arguments = [_argument_text(name, value, lexicon, english=english) for name, value in command.arguments.items()]
    if english:
        return f"{{}}: {', '.join([done, *arguments])}: done."
    return f"{{}}: {done}{'（' + '、'.join(arguments) + '）' if arguments else ''}を実行しました。"


def _argument_text(name: str, value: Value, lexicon: Lexicon, *, english: bool) -> str:
    """An argument as it is said: `3 s`, `forward`, `times 2`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        unit = next((u for u in _UNITS if u in name.lower()), None)
        if unit is not None:
            return f"{value:g}{_UNITS[unit][0] if english else _UNITS[unit][1]}"
        return f"{' '.join(name_words(name))} {value:g}"
    return value_word(name, value, lexicon, english=english)


_UNITS = {"second": (" s", "秒"), "minute": (" min", "分"), "hour": (" h", "時間")}


def _touched(receipt: Receipt, own: Mapping[str, Value], index: HomeIndex) -> Mapping[str, Value]:
    """Of the unchanged attributes those that the command is about: by its arguments, else by what its documentation says it sets."""
    wanted = {squeezed(str(v)) for v in receipt.command.arguments.values()}
    capability = index.capabilities.get(receipt.command.capability)
    spec = capability.commands.get(receipt.command.name) if capability is not None else None
    if not wanted and spec is not None and (found := {k: v for k, v in own.items() if k.rpartition(".")[2] in spec.effects}):
        return found
    return {k: v for k, v in own.items() if squeezed(str(v)) in wanted} or dict(list(own.items())[:1])


def range_text(device: str, bounds: tuple[float, float, str], index: HomeIndex, language: Language) -> str:
    """Why a number was not set."""
    low, high, unit = bounds
    name = called(index.devices[device], "main", language)
    space = "" if unit in ("%", "") else " "
    if language is Language.ENGLISH:
        return f"{name} takes {low:g} to {high:g}{space}{unit} there, so I changed nothing."
    return f"{name}のその値は{low:g}から{high:g}{unit}までです。何も変更していません。"


def trouble_text(meaning: Meaning, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, alone: bool = True) -> str:
    """Why nothing is done, or the one question to ask; beside something that was done, if not `alone`."""
    english = language is Language.ENGLISH
    so = (
        ("so I changed nothing" if english else "何も変更していません")
        if alone
        else ("so I left that" if english else "それはそのままです")
    )
    match meaning.trouble:
        case Trouble.NO_DEVICE:
            what = meaning.about[0] if meaning.about else said
            room = next((room_called(r, index, language) for a in meaning.references for r in a.missing_rooms), "")
            if english:
                return f"I can't find “{what}” in {'the ' + room.lower() if room else 'this home'}, {so}."
            return f"「{what}」は{room or 'この家'}に見つかりません。{so}。"
        case Trouble.ABSENT:
            places = sorted({r for a in meaning.references for r in a.missing_rooms})
            found = absent_text(meaning.about[0], places, meaning.options, index, language)
            if meaning.question:
                return found
            return f"{found} {so[0].upper()}{so[1:]}." if english else f"{found}{so}。"
        case Trouble.NO_READING:
            here = "this home" if english else "この家"
            rooms = listed([room_called(r, index, language) for a in meaning.references for r in sorted(a.rooms)] or [here], language)
            return f"Nothing in {rooms} measures that." if english else f"{rooms}にはそれを測る機器がありません。"
        case Trouble.REFUSED:
            return (
                "All right, I leave it as it is; nothing was changed."
                if english
                else "分かりました。そのままにします。何も変更していません。"
            )
        case Trouble.NOTHING_BEFORE:
            return "There is nothing that I could take back." if english else "元に戻せる操作がありません。"
        case Trouble.CANNOT:
            device = index.devices[meaning.about[0]]
            name = called(device, "main", language)
            offered = ((index.capabilities[n], c) for _, n in device.capabilities() for c in index.capabilities[n].commands.values())
            able = list(dict.fromkeys(command_phrase(c, k, lexicon, english=english) for k, c in offered))
            if not able:
                return (
                    f"{name} can't do that: it only reports its state." if english else f"{name}は状態を知らせるだけで、操作はできません。"
                )
            can = (", " if english else "、").join(able[:SHOWN])
            return f"{name} can't do that. It can: {can}." if english else f"{name}にはその操作ができません。できる操作: {can}。"
        case Trouble.LATER:
            return refused_text(language)
        case Trouble.WHICH | None:
            names = [label(p, index, language) for p in meaning.options[:6]]
            return f"Which one do you mean: {', '.join(names)}?" if english else f"どれのことですか？ {'、'.join(names)}"
