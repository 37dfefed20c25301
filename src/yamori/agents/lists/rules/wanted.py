"""What a sentence wants of the lists: calls of the tools, with the words that they carry out. Pure; no line is here for one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from yamori.agentkit.agent import ToolCall
from yamori.agents.lists.household_list import HouseholdList, Item
from yamori.agents.lists.rules.amounts import amount_of
from yamori.agents.lists.rules.items import Match, match_item, mentioned_items
from yamori.agents.lists.rules.names import (
    SHOPPING,
    Named,
    ends_like_a_list,
    is_schedule,
    kinds,
    mentioned_list,
    name_key,
    named_list,
    names_several,
    usual_list,
)
from yamori.agents.lists.rules.spoken import SpokenFrame
from yamori.agents.lists.rules.vocabulary import forms_of, speak_of, words_for
from yamori.domain.language import is_spaced
from yamori.domain.values import Value
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_I, _S = IntentName, SlotName
_ASKING = frozenset((_I.LIST, _I.FIND, _I.GET, _I.ASK, _I.RECALL))
_OURS = _ASKING | {
    _I.ADD_ITEM,
    _I.ADD_ENTRY,
    _I.COMPLETE,
    _I.DELETE,
    _I.CHANGE,
    _I.MOVE,
    _I.UNDO,
    _I.EXPLAIN,
    _I.SET,
    _I.SAVE_SCENE,
    _I.OPERATE,
    _I.UNLOCK,
}
_HANGING = frozenset((_S.CONDITION, _S.REPEAT, _S.LEAD, _S.DURATION, _S.NEW_WHEN))
"""What this agent cannot carry out: it does everything at once."""
_BESIDE = frozenset((_S.REASON, _S.RETRACTED))
"""What asks for nothing."""


class NotOurs(Exception):
    """The frame is about no list of this agent's."""


class Refused(Exception):
    """It is, and cannot be done; `texts` has the reason under this name."""

    def __init__(self, reason: str, *, sure: bool = False, **values: str) -> None:
        """`sure`: its words say so, whatever the reader's odds."""
        super().__init__(reason)
        self.reason, self.sure, self.values = reason, sure, values


class Ambiguous(Exception):
    """Some words fit several lines of the lists."""

    def __init__(self, said: str, items: Sequence[Item]) -> None:
        super().__init__(said)
        self.said, self.items = said, tuple(items)


@dataclass(frozen=True, kw_only=True)
class Known:
    """What there is."""

    lists: Sequence[HouseholdList]
    focus: str = ""
    """Id of the list that was last spoken of in this conversation."""
    focus_items: tuple[int, ...] = ()
    change: int | None = None
    """The last change of this conversation, which `undo` takes back."""
    chosen: Mapping[str, int] = field(default_factory=dict)
    """By what was said: the line that was meant, where that was asked."""
    findings: tuple[str, ...] = ()
    """What earlier tasks found, to be put down where only `that` is said."""
    going_on: str = ""
    """Id or name of the list that the same sentence has named before."""
    replaces: str = ""
    """The words in whose place it stands."""

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for one in self.lists for item in one.items)

    @property
    def open_items(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if not item.done)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What one frame comes to."""

    calls: tuple[ToolCall, ...]
    explained: tuple[Span, ...]
    named: bool
    """A list is named in it."""
    odds: float
    titles: str = ""
    """What it would write down; empty where it only points at something."""


def wanted(frame: Frame, utterance: Utterance, known: Known) -> Wanted:
    """Raises `NotOurs`, `Refused`, `Ambiguous`."""
    if frame.intent not in _OURS or any(slot.name in _HANGING for slot in frame.slots):
        raise NotOurs
    return _Frame(SpokenFrame(frame=frame, utterance=utterance), known).wanted()


class _Frame:
    """One frame over what is known."""

    def __init__(self, spoken: SpokenFrame, known: Known) -> None:
        self.spoken, self.known, self.intent = spoken, known, spoken.frame.intent
        self.titles = self._titles()
        self.list_slots = spoken.slots(_S.LIST_NAME)
        self.spans: list[Span] = [slot.span for slot in spoken.frame.slots if slot.name in _BESIDE]
        self.sorts: list[str] = ["list", "beside"]
        self.sure = False
        """Its own words confirm what is to be done, whatever the reader's odds."""

    def wanted(self) -> Wanted:
        calls = self._calls()
        spans = (*self.spans, *self.spoken.explained_by(self.sorts))
        odds = 1.0 if self.sure else self.spoken.frame.odds
        titles = ", ".join(self.spoken.said(slot) for slot in self.titles if not self._points(slot))
        return Wanted(calls=calls, explained=spans, named=bool(self.list_slots) or self.named_beside, odds=odds, titles=titles)

    named_beside = False

    def _calls(self) -> tuple[ToolCall, ...]:
        if self.intent is _I.UNDO:
            return self._undo()
        if speak_of(self.spoken.all_words, "reopen"):
            return self._reopen()
        if self.intent is _I.UNLOCK:
            raise NotOurs
        if (made := self._new_list() or self._renamed()) is not None:
            return made
        if self.intent in _ASKING and self._points_at_the_list():
            self.sorts += ["read", "need"]
            self.spans.append(self.spoken.frame.span)  # what it is for is said beside: all that stands there is read
            return (ToolCall(tool="read_list", arguments={"list": self.known.focus}),)
        lists = self._named_lists()
        words = self.spoken.outside
        if self.list_slots and not self.titles and (calls := self._about_a_list(lists[-1], words)) is not None:
            return calls
        if self.titles and lists and lists[0].list is None and self._makes_and_fills():
            self.sorts.append("create")
        if self.titles and lists and speak_of(words, "move"):
            return self._move(lists)
        named = lists[0] if lists else None
        if named is not None and len(lists) > 1:
            raise NotOurs
        if self.intent in _ASKING or self.intent is _I.EXPLAIN:
            return self._asked(named)
        match self.intent:
            case _I.ADD_ITEM | _I.ADD_ENTRY:
                return self._add(named)
            case _I.COMPLETE:
                return self._complete(named)
            case _I.DELETE:
                return self._remove(named)
            case _I.CHANGE | _I.SET:
                return self._change(named)
        raise NotOurs

    def _named_lists(self) -> list[Named]:
        """The lists of all slots that name one; of a frame without one that which its words name beside."""
        found: list[Named] = []
        for slot in self.list_slots:
            said = self.spoken.said(slot)
            if is_schedule(said):
                raise NotOurs
            named = named_list(said, self.known.lists, focus=self.known.focus)
            if named is None and not names_several(said):
                raise NotOurs
            found.append(named or Named())
            self.spans.append(slot.span)
        if not found:
            beside = mentioned_list(self.spoken.blanked(*(slot.span for slot in self.titles)), self.known.lists)
            if beside is not None:
                found.append(beside[0])
                self.spans.append(beside[1])
                self.named_beside = True
        return found

    # A list as a whole

    def _about_a_list(self, named: Named, words: frozenset[str]) -> tuple[ToolCall, ...] | None:
        """Private, shared, by section, cleared, emptied, deleted or made; None where it is about what stands on it."""
        said = self.spoken.said(self.list_slots[-1])
        texts = self.spoken.slots(_S.TEXT)
        if speak_of(words, "section") and speak_of(words, "sort"):
            return self._done("change_list", named, ("sort", "section"), by_section=True)
        if speak_of(words, "private") or (speak_of(words, "alone") and self._says_only()):
            if named.list is None and not self._is_definite(said) and speak_of(words | forms_of(said), "create"):
                return self._create(named, said, private=True)
            return self._done("change_list", named, ("private", "besides", "change"), private=True)
        if speak_of(words, "share"):
            return self._done("change_list", named, ("share", "besides", "change"), private=False)
        if speak_of(words, "clear") and speak_of(words, "finished") and not self.spoken.slots(_S.EXCEPT):
            return self._done("clear_list", named, ("clear", "finished", "everything"), only_done=True)
        if self.intent is _I.DELETE and not self.spoken.slots(_S.EXCEPT, _S.WHEN):
            if speak_of(words, "empty") or self._says_everything():
                return self._done("clear_list", named, ("empty", "everything", "clear", "remove"), only_done=False)
            if speak_of(words, "delete") and (ends_like_a_list(said) or not named.kind):
                return self._done("delete_list", named, ("delete",))
        if (
            not texts
            and speak_of(words | forms_of(said), "create")
            and self.intent in (_I.LIST, _I.ADD_ITEM, _I.ADD_ENTRY, _I.CHANGE, _I.SET)
        ):
            if speak_of(words, "read", "need") and not speak_of(words, "create"):
                return None
            return self._create(named, said, private=False)
        return None

    def _new_list(self) -> tuple[ToolCall, ...] | None:
        """A list that is made with a name said beside: `a list called camping`, `a list for the camping trip`."""
        if not self.list_slots or (self.intent is _I.ADD_ITEM and not speak_of(self.spoken.outside, "called")):
            return None
        first, *others = self.list_slots
        said = self.spoken.said(first)
        pieces = [*others, *self.spoken.slots(_S.TITLE, _S.TEXT, _S.VALUE)]
        if name_key(said) or not pieces or not speak_of(self.spoken.outside | forms_of(said), "create"):
            return None
        span = Span(min(piece.span.start for piece in pieces), max(piece.span.end for piece in pieces))
        self.spans += [first.span, span]
        return self._create(Named(), self.spoken.shown(span), private=speak_of(self.spoken.outside, "private"))

    def _renamed(self) -> tuple[ToolCall, ...] | None:
        """A list that gets another name: all that is named behind it. None where nothing of the kind is said."""
        if not self.list_slots or self.intent is not _I.CHANGE or not speak_of(self.spoken.outside, "rename"):
            return None
        first, *others = self.list_slots
        pieces = [*others, *self.spoken.slots(_S.TITLE, _S.TEXT, _S.VALUE, _S.WHEN)]
        named = named_list(self.spoken.said(first), self.known.lists, focus=self.known.focus)
        if named is None or not pieces or min(piece.span.start for piece in pieces) < first.span.end or self._on(named):
            return None
        span = Span(min(piece.span.start for piece in pieces), max(piece.span.end for piece in pieces))
        self.spans += [first.span, span]
        return self._done("change_list", named, ("rename", "change"), name=self.spoken.shown(span))

    def _says_only(self) -> bool:
        text = self.spoken.blanked()
        return any((word in text) if not is_spaced(word) else word in self.spoken.outside for word in words_for("only"))

    def _is_negated(self) -> bool:
        """`haven't bought`, 買ってない: outside the slots."""
        text = self.spoken.blanked(*(slot.span for slot in self.spoken.frame.slots if slot.name is not _S.REASON))
        words = self.spoken.outside
        return any((word in text) if not is_spaced(word) else word in words for word in words_for("negating"))

    def _is_definite(self, said: str) -> bool:
        """`the gift list`: one that there should be."""
        return not forms_of(said).isdisjoint(words_for("definite"))

    def _makes_and_fills(self) -> bool:
        """`make a party list and add balloons`: adding makes it."""
        return self.intent is _I.ADD_ITEM and speak_of(self.spoken.outside, "create")

    def _create(self, named: Named, said: str, *, private: bool) -> tuple[ToolCall, ...]:
        named = named_list(said, self.known.lists, exact=True) or named
        self.sorts += ["create", "called", "private", "besides"]
        if named.list is not None and name_key(said):
            raise Refused("exists", list=said)
        if not name_key(said):
            raise Refused("which_name")
        self.sure = True
        return (ToolCall(tool="create_list", arguments={"name": said, "private": private}),)

    def _done(self, tool: str, named: Named, sorts: Sequence[str], **arguments: Value) -> tuple[ToolCall, ...]:
        """A change of a list that there is."""
        if named.list is None:
            raise Refused("no_list", sure=True, list=self.spoken.said(self.list_slots[0]))
        self.sorts += sorts
        self.spans += [slot.span for slot in self.spoken.slots(_S.PERSON)]
        self.sure = True
        return (ToolCall(tool=tool, arguments={"list": named.list.id, **arguments}),)

    # What stands on lists

    def _add(self, named: Named | None) -> tuple[ToolCall, ...]:
        slots = self.spoken.slots(_S.WHEN, _S.QUERY, _S.ROOM, _S.VALUE, _S.DELTA, _S.FEATURE)
        if named is None and (slots or self.intent is _I.ADD_ENTRY):
            raise NotOurs  # something with a day belongs to the schedule
        bare = bool(self.list_slots) and not any(name_key(self.spoken.said(slot)) for slot in self.list_slots)
        if self.intent is _I.ADD_ENTRY and bare and not self.known.focus and self.spoken.slots(_S.WHEN):
            raise NotOurs  # so does what is to be done on a day, though `the list` is said
        if any(slot.name is not _S.WHEN for slot in slots) or (self.spoken.slots(_S.DEVICE) and not self.list_slots):
            raise NotOurs
        if self.intent is _I.ADD_ENTRY and not speak_of(self.spoken.outside, "put"):
            raise NotOurs
        if named is None and not self.known.going_on and not self.spoken.outside:
            raise NotOurs  # a bare word asks for nothing
        self.sorts += ["put", "out", "called", *(() if named is not None else ("buying", "used_up"))]
        notes = [*slots, *self.spoken.slots(_S.PERSON, _S.TEXT)]
        titles = [slot for slot in self.titles if not self._points(slot)]
        self.spans += [slot.span for slot in (*self.titles, *notes)]
        names = [self.spoken.said(slot) for slot in titles]
        if self.known.findings and self.known.replaces:
            names = [self.known.findings[0] if self.known.replaces in (name, amount_of(name).name) else name for name in names]
        elif self.known.findings and not names:
            names = list(self.known.findings)
        if not names:
            raise Refused("which_item") if named is not None else NotOurs
        note = self._note(titles, notes)
        asks = ("put",) if named is not None else ("buying", "used_up")
        why = forms_of(" ".join(slot.text for slot in self.spoken.slots(_S.REASON)))
        self.sure = self.sure or speak_of(self.spoken.outside | (why if named is None else frozenset()), *asks)
        list_id = _target(named) if named is not None else self._list_gone_on_with() or _target(usual_list(SHOPPING, self.known.lists))
        if speak_of(self.spoken.outside, "tick") and not speak_of(self.spoken.outside, "put"):
            return self._complete(named)  # `eggs and milk, check`
        if speak_of(self.spoken.outside, "back") and named is not None and named.list is not None:
            done = [match_item(name, named.list.done_items).one for name in names]
            if all(done):
                self.sorts.append("back")
                return (ToolCall(tool="check_items", arguments={"items": [item.id for item in done if item], "done": False}),)
        items: list[Value] = []
        for name in names:
            amount = amount_of(name)
            items.append(
                {"name": amount.name, **({"quantity": amount.quantity} if amount.quantity else {}), **({"note": note} if note else {})}
            )
        return (ToolCall(tool="add_items", arguments={"list": list_id, "items": items}),)

    def _list_gone_on_with(self) -> str:
        """The list that the same sentence named before, or, of what is to be put down too, that which was last spoken of; else empty."""
        words = self.spoken.outside
        also = speak_of(words, "also") and speak_of(words, "put") and not speak_of(words, "buying", "used_up")
        return self.known.going_on or (self.known.focus if also else "")

    def _reopen(self) -> tuple[ToolCall, ...]:
        """What was checked off by mistake."""
        done = [item for item in self.known.items if item.done]
        found = mentioned_items(self.spoken.blanked(*(s.span for s in self.list_slots)), done)
        if not found:
            raise NotOurs
        self.sure = True
        self.sorts.append("reopen")
        self.spans += [*(span for _, span in found), *(slot.span for slot in self.list_slots)]
        return (ToolCall(tool="check_items", arguments={"items": [item.id for item, _ in found], "done": False}),)

    def _complete(self, named: Named | None) -> tuple[ToolCall, ...]:
        where = named.list.open_items if named is not None and named.list is not None else self.known.open_items
        if named is not None and named.list is None:
            raise Refused("not_on", items=", ".join(map(self.spoken.said, self.titles)) or "?", list=self._called(named))
        used_up = any(speak_of(forms_of(self.spoken.said(slot)) | self.spoken.outside, "used_up") for slot in self.titles)
        if used_up and named is None:
            return self._run_out()
        if self._is_negated():
            if named is None and not (self.titles and all(match_item(self.spoken.said(s), where).items for s in self.titles)):
                raise NotOurs
            raise Refused("stays")
        if named is None and not self.titles and self._says_everything() and self.known.focus:
            named = Named(list=next((one for one in self.known.lists if one.id == self.known.focus), None))
            where = named.list.open_items if named.list is not None else ()
        self.sorts += ["tick", "need", "read"]
        done = [match_item(self.spoken.said(slot), self.known.items).one for slot in self.titles]
        if done and all(item is not None and item.done for item in done):
            where = self.known.items  # it is checked off already, which is said
        found = self._meant(named, where, everything=True)
        return (ToolCall(tool="check_items", arguments={"items": [item.id for item in found], "done": True}),)

    def _run_out(self) -> tuple[ToolCall, ...]:
        """What is used up is wanted: the words for that are no part of its name."""
        self.sorts += ["used_up", "out", "put"]
        items: list[Value] = []
        for slot in self.titles:
            said = self.spoken.said(slot)
            for word in sorted(words_for("used_up"), key=len, reverse=True):
                said = said.removesuffix(word).strip() or said
            amount = amount_of(said)
            items.append({"name": amount.name, **({"quantity": amount.quantity} if amount.quantity else {})})
            self.spans.append(slot.span)
        return (ToolCall(tool="add_items", arguments={"list": _target(usual_list(SHOPPING, self.known.lists)), "items": items}),)

    def _remove(self, named: Named | None) -> tuple[ToolCall, ...]:
        if self.spoken.slots(_S.WHEN):
            raise NotOurs
        if named is not None and named.list is None:
            raise Refused("no_list", list=self._called(named))
        where = named.list.items if named is not None and named.list is not None else self.known.items
        self.sorts += ["remove", "need"]
        found = self._meant(named, where, everything=False)
        return (ToolCall(tool="remove_items", arguments={"items": [item.id for item in found]}),)

    def _move(self, lists: Sequence[Named]) -> tuple[ToolCall, ...]:
        """To the list whose slot says so, or the last that is named; from the other, or wherever it stands."""
        at = next(
            (
                n
                for n, slot in enumerate(self.list_slots)
                if self.spoken.is_before(slot, *words_for("goal_before")) or self.spoken.is_behind(slot, *words_for("goal_behind"))
            ),
            len(lists) - 1,
        )
        to, others = lists[at], [named for n, named in enumerate(lists) if n != at]
        source = others[0].list if others else None
        where = [item for one in ([source] if source is not None else self.known.lists) for item in one.items if item.list != _target(to)]
        self.sorts.append("move")
        try:
            found = self._meant(lists[at], where, everything=False)
        except Refused as refused:
            raise Refused("nowhere", items=refused.values.get("items", "?")) from refused
        self.sure = True
        return (ToolCall(tool="move_items", arguments={"items": [item.id for item in found], "to": _target(to)}),)

    def _change(self, named: Named | None) -> tuple[ToolCall, ...]:
        """Another amount or note for something on a list."""
        texts = self.spoken.slots(_S.TEXT, _S.VALUE)
        titles = self.titles
        if not texts and len(titles) == 2:
            titles, texts = titles[:1], tuple(titles[1:])
        where = named.list.items if named is not None and named.list is not None else self.known.items
        if (call := self._another_amount((*texts, *self.titles), where)) is not None:
            return (call,)
        if len(titles) != 1 or len(texts) != 1:
            raise NotOurs
        self.titles = titles
        self.sorts += ["change", "put"]
        (item,) = self._meant(named, where, everything=False)
        self.sure = self.sure or speak_of(self.spoken.outside, "change")
        said = self.spoken.said(texts[0])
        self.spans.append(texts[0].span)
        amount = amount_of(f"{said} {item.name}") if not any(c.isdigit() for c in said) else None
        if amount is not None and amount.quantity and amount.name == item.name:
            given: Mapping[str, Value] = {"quantity": amount.quantity}
        else:
            given = {"quantity": said} if any(c.isdigit() for c in said) and len(said) <= _SHORT else {"note": said}
        return (ToolCall(tool="change_item", arguments={"item": item.id, **given}),)

    def _another_amount(self, slots: Sequence[Slot], where: Sequence[Item]) -> ToolCall | None:
        """Something that is on a list with how much of it before its name (`two packs of the nappies`); None where it is put otherwise."""
        if not slots:
            return None
        spans = sorted(slot.span for slot in slots)
        said = Span(spans[0].start, spans[-1].end)
        amount = amount_of(self.spoken.shown(said))
        item = match_item(amount.name, where).one if amount.quantity else None
        if item is None:
            return None
        self.spans.append(said)
        self.sorts += ["change", "put"]
        return ToolCall(tool="change_item", arguments={"item": item.id, "quantity": amount.quantity})

    def _asked(self, named: Named | None) -> tuple[ToolCall, ...]:
        """What is on a list, whether something is, which lists there are, or who put something there."""
        words = self.spoken.outside
        mentioned = mentioned_items(self.spoken.blanked(*(s.span for s in self.list_slots)), self.known.items)
        self.sorts += ["read", "need"]
        if (self.intent is _I.EXPLAIN or speak_of(self.spoken.all_words, "why")) and len(mentioned) == 1:
            self.sorts += ["why", "put"]
            self.spans.append(mentioned[0][1])
            self.sure = named is not None
            return (ToolCall(tool="explain_item", arguments={"item": mentioned[0][0].id}),)
        if self.intent is _I.EXPLAIN:
            raise NotOurs
        if self.list_slots and names_several(self.spoken.said(self.list_slots[0])) and not self.titles:
            holds = speak_of(words, "inside") or self.spoken.is_behind(self.list_slots[0], *words_for("goal_behind"))
            if holds and (only := self._only_list()):
                return (ToolCall(tool="read_list", arguments={"list": only}),)
            self.sorts.append("several")
            return (ToolCall(tool="list_lists", arguments={}),)
        if named is not None:
            if self.spoken.slots(_S.WHEN):
                raise NotOurs
            if named.list is None and not named.kind:
                raise Refused("no_list", list=self._called(named))
            about: Mapping[str, Value] = {}
            if (piece := self._asked_about()) is not None:
                about = {"about": self.spoken.shown(piece)}
                self.spans.append(piece)
            self.sure = speak_of(words, "read", "need")
            return (ToolCall(tool="read_list", arguments={"list": _target(named), **about}),)
        if not mentioned and self._asks_what_to_buy():
            self.sorts.append("buying")
            self.spans += [slot.span for slot in self.spoken.slots(_S.QUERY)]
            return (ToolCall(tool="read_list", arguments={"list": _target(usual_list(SHOPPING, self.known.lists))}),)
        if not mentioned and self.known.focus and self._names_nothing():
            return (ToolCall(tool="read_list", arguments={"list": self.known.focus}),)
        if len(mentioned) != 1 or not speak_of(self.spoken.all_words, "need"):
            raise NotOurs
        item, span = mentioned[0]
        self.spans.append(span)
        return (ToolCall(tool="read_list", arguments={"list": item.list, "about": item.name}),)

    def _only_list(self) -> str:
        """The list that was spoken of last, or the only one there is; empty where there are several."""
        return self.known.focus or (self.known.lists[0].id if len(self.known.lists) == 1 else "")

    def _points_at_the_list(self) -> bool:
        """`what have I got on there for the trip?`, right after a list was spoken of: no other list, no thing that is on any, and nothing
        of the schedule or of a device is named."""
        if not self.known.focus or self.spoken.slots(_S.WHEN, _S.DEVICE, _S.ROOM):
            return False
        if any(named_list(self.spoken.said(slot), self.known.lists, focus=self.known.focus) for slot in self.list_slots):
            return False
        if mentioned_items(self.spoken.blanked(), self.known.items):
            return False
        text = " ".join(self.spoken.blanked().split())
        return any((p in text) if not is_spaced(p) else f" {p} " in f" {text.strip('?!. ')} " for p in words_for("on_it"))

    def _names_nothing(self) -> bool:
        """`and what's on it?`: no word but for asking, right after something was done with a list."""
        known = words_for("need") | words_for("read")
        pointed = all(self._points(slot) for slot in self.spoken.frame.slots)
        return pointed and all({w.text, w.base} & known for w in self.spoken.utterance.words)

    def _asks_what_to_buy(self) -> bool:
        """`what do we still have to get?`: nothing is named but that it is bought."""
        if self.titles or self.spoken.slots(_S.WHEN, _S.PERSON) or not speak_of(self.spoken.all_words, "buying"):
            return False
        known = words_for("buying") | words_for("need") | words_for("read")
        return all({w.text, w.base} & known for w in self.spoken.utterance.words)

    def _asked_about(self) -> Span | None:
        """The thing that is looked for on a list: its title, or the words that stand beside those for asking."""
        if self.titles:
            return self.titles[0].span
        if not speak_of(self.spoken.all_words, "whether"):
            return None
        known = frozenset().union(*(words_for(sort) for sort in self.sorts))
        taken = [slot.span for slot in self.spoken.frame.slots]
        said = [
            w.span
            for w in self.spoken.utterance.words
            if self.spoken.frame.span.overlaps(w.span) and not {w.text, w.base} & known and not any(w.span.overlaps(s) for s in taken)
        ]
        if not said or any(b.start - a.end > 1 for a, b in pairwise(said)):
            return None
        return Span(said[0].start, said[-1].end)

    def _undo(self) -> tuple[ToolCall, ...]:
        if self.known.change is None or self.list_slots or self.titles:
            raise NotOurs
        self.sure = True
        self.spans.append(self.spoken.frame.span)
        return (ToolCall(tool="undo_list_change", arguments={"change": self.known.change}),)

    def _meant(self, named: Named | None, where: Sequence[Item], *, everything: bool) -> tuple[Item, ...]:
        """The lines that the titles name; without any those that are named in the frame's text, or all of them."""
        excepted = self.spoken.slots(_S.EXCEPT)
        if excepted and named is None:
            raise NotOurs
        if not self.titles:
            if (excepted or self._says_everything()) and named is not None and everything:
                self.sorts.append("everything")
                self.sure = True
                self.spans += [slot.span for slot in (*excepted, *self.spoken.slots(_S.DEVICE))]
                out = {item.id for slot in excepted for item, _ in mentioned_items(slot.text, where)}
                if excepted and not out:
                    raise Refused("unclear")
                left = tuple(item for item in where if item.id not in out)
                if not left:
                    raise Refused("nothing_open", sure=True)
                return left
            found = mentioned_items(self.spoken.blanked(*(s.span for s in self.list_slots)), where)
            if not found:
                raise Refused("which_item") if self.list_slots else NotOurs
            self.spans += [span for _, span in found]
            return tuple(item for item, _ in found)
        if excepted:
            raise Refused("unclear")
        items: list[Item] = []
        missing: list[str] = []
        for slot in self.titles:
            said = self.spoken.said(slot)
            self.spans.append(slot.span)
            if self._points(slot):
                match = Match(items=tuple(item for item in where if item.id in self.known.focus_items))
                items += match.items
                missing += [] if match.items else [said]
                continue
            match = match_item(said, where)
            chosen = next((item for item in where if item.id == self.known.chosen.get(said)), None)
            if chosen is None and len(match.items) > 1:
                raise Ambiguous(said, match.items)
            one = chosen or match.one
            items += [one] if one is not None else []
            missing += [said] if one is None else []
        if missing:
            if named is None:
                raise NotOurs
            raise Refused("not_on", items=", ".join(missing), list=self._called(named))
        return tuple(dict.fromkeys(items))

    def _on(self, named: Named) -> bool:
        """Whether the first title names something on that list: then that is changed, and not the list."""
        return named.list is not None and bool(self.titles) and bool(match_item(self.spoken.said(self.titles[0]), named.list.items).items)

    def _titles(self) -> list[Slot]:
        """Titles, and what the reader took for a device; not `everything`."""
        beside = (_S.DEVICE,) if self.intent in (_I.COMPLETE, _I.DELETE) or self.spoken.slots(_S.LIST_NAME) else ()
        return [slot for slot in self.spoken.slots(_S.TITLE, *beside) if not _is_everything(slot)]

    def _says_everything(self) -> bool:
        words = self.spoken.outside | forms_of(
            " ".join(slot.text for slot in self.spoken.slots(_S.TITLE, _S.DEVICE) if _is_everything(slot))
        )
        return speak_of(words, "everything")

    def _points(self, slot: Slot) -> bool:
        """`it`, `them`, それ."""
        return self.spoken.said(slot).casefold().strip() in words_for("pointing_at_items")

    def _note(self, titles: Sequence[Slot], slots: Sequence[Slot]) -> str:
        """For whom or for when, as it was said; a neighbouring preposition belongs to it."""
        pieces = [slot.span for slot in slots]
        if not pieces:
            return ""
        joined: list[Span] = []
        for span in sorted(pieces):
            if joined and not self.spoken.utterance.normal.text[joined[-1].end : span.start].strip():
                joined[-1] = Span(joined[-1].start, span.end)
            else:
                joined.append(span)
        return ", ".join(self.spoken.shown(span).strip() for span in joined)

    def _called(self, named: Named) -> str:
        return self.spoken.said(self.list_slots[0]) if self.list_slots else named.name or named.kind


_SHORT = 20
"""Characters of what may be an amount."""


def _is_everything(slot: Slot) -> bool:
    return bool(forms_of(slot.text)) and forms_of(slot.text) <= words_for("everything") | words_for("beside") | {"of", "it", "them"}


def _target(named: Named) -> str:
    """What the tools find or make the list by."""
    if named.list is not None:
        return named.list.id
    return kinds()[named.kind].names["en"][0] if named.kind else named.name
