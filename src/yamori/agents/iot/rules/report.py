"""The execution log as sentences in the person's language. Every claim comes from a receipt or a reading, none from a model."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from yamori.agentkit.failures import problem_text
from yamori.agentkit.phrasing import series
from yamori.agentkit.task import ToolRun
from yamori.agents.iot.rules import words
from yamori.agents.iot.rules.absence import absent_text, lacked_kind
from yamori.agents.iot.rules.answers import answered
from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.meaning import Meaning, Trouble
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.outcomes import Phrase, filled, phrase, state_phrase
from yamori.agents.iot.rules.past.answering import PastAnswers
from yamori.agents.iot.rules.phrases import (
    SHOWN,
    called,
    command_phrase,
    joined,
    label,
    listed,
    placed,
    room_called,
    unit_text,
    value_phrase,
    value_word,
)
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed
from yamori.agents.iot.texts import TEXTS
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
    what = command_phrase(command.name, None, words.lexicon(), language=language)
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
    return joined(lines, language)


def _not_done(why: str, language: Language) -> str:
    return TEXTS.said(language, "report.not_done", why=why.rstrip(".。"))


def _explained(result: Mapping[str, Any], index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """Who changed what, when and with which words; an honest word where Yamori did not."""
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
            now.append(value_phrase(capability, attribute, after, index, lexicon, language=language))
        said, person = change["words"], who.name if who else change["person"]
        text = "report.explained.said" if said else "report.explained.wanted"  # in which words is theirs alone
        lines.append(TEXTS.said(language, text, name=name, now=series(now, language), person=person, words=said, at=at))
    if lines:
        return joined(lines, language)
    names = [label(Part(d), index, language) for d in result["devices"] if d in index.devices]
    return TEXTS.said(language, "report.explained.not_through_me", names=listed(names, language))


def _not_undone(result: Mapping[str, Any], index: HomeIndex, language: Language) -> str:
    if not result["tried"]:
        return TEXTS.said(language, "report.nothing_to_undo")
    grouped: dict[str, list[str]] = {}
    for one in result["cannot"]:
        device = index.devices.get(one["device"])
        name = placed(device, one["component"], index, language) if device else one["device"]
        if name not in grouped.setdefault(one["why"], []):
            grouped[one["why"]].append(name)
    lines = [TEXTS.said(language, "report.not_undone", names=listed(names, language), why=why) for why, names in grouped.items()]
    return joined(lines, language)


def _no_camera(camera: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> str:
    """Word of a room that was asked to be seen and has no camera, so that another one took the picture; else nothing."""
    device = index.devices.get(camera.partition("/")[0])
    found = mentions(said, index, lexicon)
    rooms = {r for m in found for r in rooms_in(m, index)}
    if device is None or len(rooms) != 1 or device.room in rooms or any(p.device == device.id for m in found for p in m.parts):
        return ""
    return TEXTS.said(language, "report.no_camera", room=room_called(next(iter(rooms)), index, language))


def _picture(shown: Mapping[str, Any], index: HomeIndex, language: Language) -> str:
    """What a camera took, when, and what was seen in it; says so where nobody could look."""
    device = index.devices.get(str(shown["device"]))
    zone = ZoneInfo(index.home.place.timezone)
    at = datetime.fromisoformat(str(shown["at"])).astimezone(zone).strftime("%H:%M")
    name = placed(device, str(shown["component"]), index, language) if device else str(shown["device"])
    here = TEXTS.said(language, "report.picture.here", name=name, at=at)
    if seen := shown.get("seen"):
        return TEXTS.said(language, "report.picture.seen", seen=seen, here=here)
    if why := shown.get("why"):
        return TEXTS.said(language, "report.picture.blind", here=here, why=why)
    return here


def _changes(receipts: Sequence[Receipt], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str) -> list[str]:
    """A sentence for all devices of which the same is true."""
    grouped: dict[Phrase, list[str]] = {}
    for receipt in receipts:
        device = index.devices.get(receipt.command.device)
        component = receipt.command.component
        name = spoken_name(device, component, index, language, said=said) if device else receipt.command.device
        names = grouped.setdefault(_phrase(receipt, index, lexicon, language), [])
        if name not in names:
            names.append(name)
    # What was so already is said last.
    return [filled(said, names, language) for said, names in sorted(grouped.items(), key=lambda group: group[0].already)]


def _phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, language: Language) -> Phrase:
    problem = (receipt.problem or "").rstrip(".。")
    match receipt.status:
        case ReceiptStatus.HELD:
            what = command_phrase(receipt.command.name, None, lexicon, language=language)
            return phrase(language, f"report.held.{'verb' if grammar_of(language).is_verb(what) else 'noun'}", what=what)
        case ReceiptStatus.WAITING:
            return phrase(language, f"report.waiting.{'why' if problem else 'silent'}", problem=problem)
        case ReceiptStatus.REFUSED:
            return phrase(language, "report.refused")
        case ReceiptStatus.FAILED:
            return phrase(language, f"report.failed.{'why' if problem else 'plain'}", problem=problem)
        case ReceiptStatus.DONE | ReceiptStatus.UNCHANGED:
            held = index.capabilities.get(receipt.command.capability)
            spec = held.commands.get(receipt.command.name) if held is not None else None
            if spec is not None and not spec.effects and (finds_out(spec) or not receipt.changed()):
                return _action_phrase(receipt, spec, index, lexicon, language)
            return _state_phrase(receipt, index, lexicon, language)


def _state_phrase(receipt: Receipt, index: HomeIndex, lexicon: Lexicon, language: Language) -> Phrase:
    command = receipt.command
    changed = {k: after for k, (_, after) in receipt.changed().items()}
    own = {k: v for k, v in receipt.after.items() if k.startswith(f"{command.capability}.")}
    values = {k: v for k, v in changed.items() if k in own} or changed or _touched(receipt, own, index)
    if values:
        return state_phrase(values, index, lexicon, language, already=not changed)
    done = command_phrase(command.name, index.capabilities.get(command.capability), lexicon, language=language)
    return phrase(language, "report.done", done=done)


def _action_phrase(receipt: Receipt, spec: CommandSpec, index: HomeIndex, lexicon: Lexicon, language: Language) -> Phrase:
    """What was done or found out, where nothing stays changed by it."""
    command = receipt.command
    if finds_out(spec):
        own = {k: v for k, v in receipt.after.items() if k.startswith(f"{command.capability}.") and v is not None}
        if any(k.endswith(".image") for k in own):
            return phrase(language, "report.photo")
        found = [value_phrase(command.capability, k.rpartition(".")[2], v, index, lexicon, language=language) for k, v in own.items()]
        if found:
            return phrase(language, "report.found", found=series(found, language))
    done = " ".join(name_words(command.name))
    arguments = [_argument_text(name, value, lexicon, language) for name, value in command.arguments.items()]
    return phrase(language, f"report.action.{'given' if arguments else 'plain'}", done=done, arguments=series(arguments, language))


def _argument_text(name: str, value: Value, lexicon: Lexicon, language: Language) -> str:
    """An argument as it is said: `3 s`, `forward`, `times 2`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        unit = next((u for u in _LENGTHS if u in name.lower()), None)
        if unit is not None:
            return f"{value:g}{TEXTS.said(language, 'units.apart')}{TEXTS.said(language, f'units.lengths.{unit}')}"
        return f"{' '.join(name_words(name))} {value:g}"
    return value_word(name, value, lexicon, language=language)


_LENGTHS = ("second", "minute", "hour")


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
    behind = unit_text(unit, language, said="written")
    return TEXTS.said(language, "report.range", name=name, low=low, high=high, unit=behind)


def trouble_text(meaning: Meaning, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, alone: bool = True) -> str:
    """Why nothing is done, or the one question to ask; beside something that was done, if not `alone`."""
    so = TEXTS.said(language, f"report.so.{'alone' if alone else 'beside'}")
    match meaning.trouble:
        case Trouble.NO_DEVICE:
            what = meaning.about[0] if meaning.about else said
            room = next((room_called(r, index, language) for a in meaning.references for r in a.missing_rooms), "")
            if not room and alone and (kind := lacked_kind(what, index)):
                return TEXTS.said(language, f"absent.kind{'' if meaning.question else '_unchanged'}", kind=kind)
            place = grammar_of(language).room(room) if room else TEXTS.said(language, "report.home")
            return TEXTS.said(language, "report.no_device", what=what, place=place, so=so)
        case Trouble.ABSENT:
            places = sorted({r for a in meaning.references for r in a.missing_rooms})
            found = absent_text(meaning.about[0], places, meaning.options, index, language)
            if meaning.question:
                return found
            return TEXTS.said(language, "report.absent", found=found, so=grammar_of(language).sentence(so))
        case Trouble.NO_READING:
            rooms = [room_called(r, index, language) for a in meaning.references for r in sorted(a.rooms)]
            where = listed(rooms or [TEXTS.said(language, "report.home")], language)
            return TEXTS.said(language, "report.no_reading", rooms=where)
        case Trouble.REFUSED:
            return TEXTS.said(language, "report.left_as_it_is")
        case Trouble.NOTHING_BEFORE:
            return TEXTS.said(language, "report.nothing_to_undo")
        case Trouble.CANNOT:
            device = index.devices[meaning.about[0]]
            name = called(device, "main", language)
            offered = ((index.capabilities[n], c) for _, n in device.capabilities() for c in index.capabilities[n].commands.values())
            able = list(dict.fromkeys(command_phrase(c, k, lexicon, language=language) for k, c in offered))
            if not able:
                return TEXTS.said(language, "report.cannot.nothing", name=name)
            return TEXTS.said(language, "report.cannot.something", name=name, able=series(able[:SHOWN], language))
        case Trouble.LATER:
            return refused_text(language)
        case Trouble.WHICH | None:
            names = [label(p, index, language) for p in meaning.options[:6]]
            return TEXTS.said(language, "report.which", names=series(names, language))
