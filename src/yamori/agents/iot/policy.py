"""How the IoT agent decides: code where the sentence is plain, a model over a short list of candidates where it is not."""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import yaml

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall, Undecided
from yamori.agentkit.apart import apart
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import ACTED, ORIGIN, Approval, Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agents.iot.likeness import Likeness
from yamori.agents.iot.room_question import answered_room
from yamori.agents.iot.rules.advice import wants_advice
from yamori.agents.iot.rules.calling import check_calls
from yamori.agents.iot.rules.candidates import candidates, number_left, part_label
from yamori.agents.iot.rules.choices import VAGUE, addresses, as_calls, as_performance, as_reading, described, documentation, schema
from yamori.agents.iot.rules.claims import claimed, is_report, only_asks_for_a_remedy
from yamori.agents.iot.rules.commands import Offer, beyond
from yamori.agents.iot.rules.contradictions import Either, chosen_of, either_of
from yamori.agents.iot.rules.coverage import taken_by_none, unused
from yamori.agents.iot.rules.described import described as described_orders
from yamori.agents.iot.rules.each import each_order, each_prompt, echoed, for_each
from yamori.agents.iot.rules.history import since, why_asked
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.looks import looked_for, seen_by_none
from yamori.agents.iot.rules.meaning import Context, Focus, Meaning, Trouble
from yamori.agents.iot.rules.names import HomeIndex, Part, index_of
from yamori.agents.iot.rules.past.paths import address_of
from yamori.agents.iot.rules.phrases import label, listed
from yamori.agents.iot.rules.quantities import quantities
from yamori.agents.iot.rules.readings import EVIDENT, Reported, asked_for, is_vague
from yamori.agents.iot.rules.report import range_text, report_text, trouble_text
from yamori.agents.iot.rules.retrieval import documented_for, evident, likelihood, shared_words, speaks_of
from yamori.agents.iot.rules.segments import as_spoken
from yamori.agents.iot.rules.staged import askings
from yamori.agents.iot.rules.swaps import Swap, swap_in
from yamori.agents.iot.rules.thinkers import thinker_for
from yamori.agents.iot.rules.truth import found_values, names_values, truth_of
from yamori.agents.iot.rules.verdicts import chosen
from yamori.agents.iot.rules.wording import times_in
from yamori.agents.iot.rules.words import lexicon, lexicon_language, normal
from yamori.agents.iot.texts import TEXTS
from yamori.agents.iot.tools import changed_by
from yamori.domain.agenda import without_agendas
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import TryAgain
from yamori.domain.gate import Gate
from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.receipt import ReceiptStatus
from yamori.domain.values import Value
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Exchange, Prompt
from yamori.understanding.deferral import is_deferred, refused_text
from yamori.understanding.mood import is_question

_LOOKS = ("find_devices", "read_devices")
_MAY_LOOK = 'To see more first: {"look": {"find_devices": {"query": "NAME"}}} or {"look": {"read_devices": {"devices": ["ID"]}}}.'

CLAIM_WAIT = 1.0
"""Seconds that a claim waits for the home's vectors, which are still being made after a start; then it is made by words alone. Shorter
than anybody waits for a claim: who says nothing is not given the sentence."""

MOST_CONTEXTS = 8
"""In so many contexts it is known what was read, so that a claim, a decision and its report read a sentence once."""

Near = Mapping[str, Mapping[Offer, float]]
"""How near each segment of a sentence lies to each command."""


class IotPolicy:
    """Fulfils `agentkit.agent.Policy` over one gate."""

    def __init__(self, gate: Gate, encoder: TextEncoder | None = None) -> None:
        """Without an encoder devices are retrieved by their words alone."""
        self._gate = gate
        self._likeness = Likeness(encoder) if encoder is not None else None
        self._indexed: HomeIndex | None = None
        self._indexed_home: Home | None = None
        self._indexed_in: dict[str, HomeIndex] = {}
        """By language, where it is neither English nor Japanese."""
        self._begun: Prompt | None = None
        self._contexts: deque[Context] = deque(maxlen=MOST_CONTEXTS)
        self._decided: deque[tuple[str, Context]] = deque(maxlen=MOST_CONTEXTS)

    @property
    def index(self) -> HomeIndex:
        """Of the home as it is now: devices come and go while it runs. Lists and calendars are the scheduler's."""
        if self._indexed is None or self._indexed_home is not self._gate.home:
            self._indexed_home = self._gate.home
            self._indexed = index_of(without_agendas(self._gate.home), self._gate.capabilities, lexicon())
            self._begun = None
        return self._indexed

    def _index_in(self, language: str) -> HomeIndex:
        """The names of the home beside the words of a language; empty is English and Japanese."""
        if not language:
            return self.index
        if language not in self._indexed_in or self._indexed_in[language].home != self.index.home:
            self._indexed_in[language] = index_of(self.index.home, self._gate.capabilities, lexicon(language))
        return self._indexed_in[language]

    @property
    def _prefix(self) -> Prompt:
        index = self.index
        if self._begun is None:
            self._begun = self._made_prefix(index)
        return self._begun

    def _made_prefix(self, index: HomeIndex) -> Prompt:
        here = Path(__file__).parent
        documented = documentation(index)
        text = (here / "prompt.md").read_text(encoding="utf-8")
        shown = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
        return Prompt(
            prefix=f"{text}\nWhat devices can do:\n{documented}\n" if documented else text,
            examples=tuple(Exchange(user=e["user"], assistant=e["assistant"]) for e in shown),
            request="",
        )

    async def prefix(self) -> Prompt:
        return self._prefix

    async def prepare(self) -> None:
        await apart(self._warmed)
        if self._likeness is not None:
            await self._likeness.prepare(self.index)
            await self._likeness.prepare_readings(self.index)

    def _warmed(self) -> None:
        """What is read and compiled once, so that the first sentence does not wait for it."""
        for language in Language:
            understand(TEXTS.said(language, "policy.warming"), Context(self.index, lexicon(), {}, None, Focus()))

    async def claim(self, task: Task) -> Claim:
        context = await self.context(task)
        claim = await apart(claimed, task.request, context, now=task.now)
        claim = replace(claim, reads=await apart(names_values, task.request, context))
        sure = claim.strength not in (Strength.WEAK, Strength.NONE)
        if self._likeness is None or sure or is_report(task.request) or wants_advice(task.request):
            return claim
        # Not cancelled when it takes too long: the encoder must not be left in the middle, and what it makes serves the next sentence.
        nearer = asyncio.create_task(self._nearer_claim(claim, task, context, self._likeness))
        done, _ = await asyncio.wait({nearer}, timeout=CLAIM_WAIT)
        return nearer.result() if done else claim

    async def _nearer_claim(self, claim: Claim, task: Task, context: Context, likeness: Likeness) -> Claim:
        """A claim that words alone left weak, made with what the sentence lies near to."""
        if is_question(normal(task.request)):
            near_readings = await likeness.readings(task.request, self.index)
            if asked_for(task.request, near_readings, Meaning(), context, lead=EVIDENT):
                return replace(claim, strength=Strength.STRONG, why="asks for what one device reports")
        if claim.strength is Strength.NONE and (times_in(task.request, task.now) or not await apart(_is_documented, task.request, context)):
            return claim
        near = await likeness.of(as_spoken(task.request), self.index)
        if await apart(evident, task.request, near, context):
            return replace(claim, strength=Strength.STRONG, why="speaks of what the documentation of one device tells")
        return claim

    async def decide(self, task: Task) -> Decision:
        if await apart(is_deferred, task.request):
            return Declined(text=refused_text(task.language))
        context = await self.context(task)
        if not self.index.devices:
            elsewhere = is_report(task.request) or wants_advice(task.request)
            return Declined(text=TEXTS.said(task.language, "policy.no_devices"), certain=not elsewhere)
        if (asked := await apart(why_asked, task.request, context)) is not None:
            return Decided(calls=(ToolCall(tool="explain_changes", arguments={"devices": list(asked.devices)}),), by="rules/why")
        if (swap := await apart(swap_in, task.request, context)) is not None:
            self._decided.appendleft((task.key, context))
            return self._swapped(swap, task)
        meaning = await apart(understand, task.request, context)
        doubtful = not meaning.certain or meaning.stages or meaning.trouble in (Trouble.NO_DEVICE, Trouble.LATER)
        if self._likeness is not None and doubtful and not meaning.question:
            context = replace(context, near=await self._likeness.of(as_spoken(task.request), self.index))
            meaning = await apart(understand, task.request, context)
        self._decided.appendleft((task.key, context))
        if (either := await apart(either_of, task.request, meaning, context)) is not None:
            return self._either(either, task, context)
        if (plain := await apart(self._plainly, task, meaning, context)) is not None:
            return plain
        if is_vague(meaning, context) and (reading := await self._looked_up(task.request, meaning, context)) is not None:
            return reading
        if meaning.query is not None:
            return Decided(calls=tuple(as_reading(meaning.query, self.index)), by="rules/query")
        if meaning.question and (reading := await self._looked_up(task.request, meaning, context)) is not None:
            return reading
        return await self._undecided(task, meaning, context)

    def _swapped(self, swap: Swap, task: Task) -> Decided | Declined:
        """Each of two gets what the other has; word of it where that cannot be."""
        if swap.orders:
            return Decided(calls=tuple(as_calls(swap.orders)), explained=((0, len(task.request)),), by="rules/swap")
        names = listed([label(p, self.index, task.language) for p in swap.parts], task.language)
        return Declined(text=TEXTS.said(task.language, "policy.swapped_alike" if swap.alike else "policy.unswapped", devices=names))

    def _either(self, either: Either, task: Task, context: Context) -> Decided | Declined:
        """Which of two orders that exclude each other is wanted, asked or answered."""
        answer = next((a for i, a in task.answers.items() if i.startswith("either/")), "")
        if orders := chosen_of(either, answer, context) if answer else ():
            return Decided(calls=tuple(as_calls(orders)), explained=((0, len(task.request)),), by="rules/either")
        one, other = (described_orders(orders, self.index, task.language) for orders in either)
        text = TEXTS.said(task.language, "policy.either", one=one, other=other)
        return Declined(text=text, question=Question(id=f"either/{task.key}", text=text, options=(one, other)))

    def _plainly(self, task: Task, meaning: Meaning, context: Context) -> Decision | None:
        """What code alone makes of an order, or says of one that cannot be carried out; None for what has to be looked up or asked."""
        if (back := self._taken_back(task, meaning, context)) is not None:
            return back
        if (own := thinker_for(task.request, meaning, context, private=self._is_private(task.person))) is not None:
            return Decided(
                calls=(ToolCall(tool="tell_device", arguments={"device": own.device, "sentence": own.sentence}),), by="rules/own model"
            )
        if meaning.query is None and only_asks_for_a_remedy(task.request, context):
            return Declined(text=TEXTS.said(task.language, "policy.no_remedy"), certain=False)
        if meaning.trouble is not None:
            text = trouble_text(meaning, self.index, lexicon(), task.language, said=task.request)
            if meaning.trouble is Trouble.WHICH:
                return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=_names(meaning, self.index)))
            return Declined(text=text, certain=not meaning.guess)
        if (look := looked_for(task.request, meaning, context)) is not None:
            shown: dict[str, Value] = {"camera": addresses([look.camera])[0]}
            return Decided(
                calls=(ToolCall(tool="look", arguments=shown | ({"question": task.request} if look.asks else {})),), by="rules/look"
            )
        if seen_by_none(task.request, meaning, context):
            return Declined(text=TEXTS.said(task.language, "policy.no_camera"), certain=False)
        bounds = [beyond(order, self.index) for order in meaning.orders]
        if bounds and bounds[0] and all(bounds):
            return Declined(text=range_text(meaning.orders[0].device, bounds[0], self.index, task.language))
        if len(meaning.orders) > 1 and meaning.stages:
            return Decided(calls=(as_performance(meaning.stages),), corrects=meaning.undo, by="rules/stages")
        if meaning.orders:
            return Decided(
                calls=tuple(as_calls(meaning.orders)), corrects=meaning.undo, by="rules/guess" if meaning.guess else "rules/orders"
            )
        if (not meaning.question or "?" not in normal(task.request)) and (everyone := for_each(task.request, context)):
            return self._one_each(everyone, task, context)
        return None

    async def _looked_up(self, request: str, meaning: Meaning, context: Context) -> Decided | None:
        """A question that code could not read, or not to the end: what of the one device that it is surely about lies nearest. Reading
        does no harm, and the answer names what was read."""
        if self._likeness is None:
            return None
        near = await self._likeness.readings(request, self.index)
        reported = await apart(asked_for, request, near, meaning, context)
        if not reported:
            return None
        devices = addresses(list(dict.fromkeys(_reporting(r, self.index) for r in reported)))
        attributes = list(dict.fromkeys(f"{r.capability}.{r.attribute}" for r in reported))
        read = ToolCall(tool="read_devices", arguments={"devices": devices, "attributes": attributes})
        return Decided(calls=(read,), is_doubtful=True, by="rules/nearest reading")

    def _is_private(self, person: str) -> bool:
        known = self.index.home.person(person)
        return known is not None and known.private

    def _taken_back(self, task: Task, meaning: Meaning, context: Context) -> Decided | None:
        """To take back more than this conversation knows of: everything since a time, or the last change of all."""
        if context.lexicon.marks["undo"].found(normal(task.request)) is None:
            return None
        start = since(task.request, task.now)
        if start is None and (meaning.orders or context.focus.receipts):
            return None
        return Decided(
            calls=(ToolCall(tool="undo_changes", arguments={} if start is None else {"since": start.isoformat()}),), by="rules/undo"
        )

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        held = [r for r in await self._gate.ledger(limit=200) if r.id == approval]
        match answer:
            case No():
                receipt = await self._gate.refuse(approval, by=task.person)
            case Yes():
                receipt = await self._gate.approve(approval, by=task.person, pin=None)
            case Pin(digits=digits):
                receipt = await self._gate.approve(approval, by=task.person, pin=digits, client=task.client)
        command = held[0].command if held else receipt.command
        return ToolRun(tool="control_devices", arguments={"devices": [command.device]}, ok=True, receipts=(receipt,))

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        receipts = [r for run in runs for r in run.receipts]
        approvals: tuple[Approval, ...] = tuple(a for run in runs for a in run.approvals)
        failed = [r for r in receipts if r.status in (ReceiptStatus.FAILED, ReceiptStatus.REFUSED)]
        bad = [run for run in runs if not run.ok or (isinstance(run.result, Mapping) and run.result.get("problems"))]
        worked = [r for r in receipts if r.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)]
        read = any(
            run.ok and run.tool in ("read_devices", "explain_changes", "look", "look_back", "find_devices", "describe_device")
            for run in runs
        )
        if approvals:
            status = OutcomeStatus.HELD
        elif failed or bad:
            status = OutcomeStatus.PARTLY if worked or read else OutcomeStatus.FAILED
        else:
            status = OutcomeStatus.DONE
        text = report_text(runs, self.index, lexicon(), task.language, said=normal(task.said), now=task.now)
        if undone := self._undone(task, runs):
            status = OutcomeStatus.PARTLY if status is OutcomeStatus.DONE else status
            text = sentences([text, undone], task.language)
        return Outcome(
            status=status,
            text=text,
            runs=tuple(runs),
            approvals=approvals,
            focus=self._focus(task, runs),
            found=found_values(task.request, runs, self.index, lexicon(), task.language),
            answer=truth_of(task.request, runs, Context(self.index, lexicon(), {}, task.room, Focus(), now=task.now)),
            proven=status is OutcomeStatus.DONE and bool(runs),
        )

    def _undone(self, task: Task, runs: Sequence[ToolRun]) -> str:
        """What is said of a clause for which nothing could be called, beside others that were carried out."""
        meaning = understand(task.request, self.decided_in(task))
        if meaning.left is not None:
            return trouble_text(meaning.left, self.index, lexicon(), task.language, said=task.request, alone=False)
        settled = {(o.device, o.capability, o.command) for o in meaning.settled}
        if (
            settled
            and {(d, run.arguments.get("capability"), run.arguments.get("command")) for run in runs for d in touched(run)} <= settled
        ):
            return TEXTS.said(task.language, "policy.unclear", what=meaning.unclear)
        if not meaning.orders and not meaning.question and (left := _left_out(meaning, runs)):
            return TEXTS.said(task.language, "policy.left_out", device=label(left[0], self.index, task.language))
        return ""

    async def context(self, task: Task) -> Context:
        state = {r.path: r.value for r in await self._gate.snapshot()}
        known = _known(task)
        answers = [a for i, a in task.answers.items() if i.startswith("which/")]
        language = lexicon_language(task.request)
        index = self._index_in(language)
        room = task.room or answered_room(task, index)
        context = Context(index, lexicon(language), state, room, known, now=task.now, own=index.owned_by(task.person))
        if answers:
            asked = await apart(understand, task.request, context)
            known = replace(known, predicate=asked.predicate, alternatives=asked.options)
        context = replace(context, focus=known, chosen=normal(answers[0]) if answers else "")
        equal = next((c for c in self._contexts if c == context), None)
        if equal is None:
            self._contexts.appendleft(context)
        return equal or context

    def decided_in(self, task: Task) -> Context:
        """The context in which the task was decided; one without states where that was before a restart, or by an answer to a question."""
        language = lexicon_language(task.request)
        index = self._index_in(language)
        decided = next((c for key, c in self._decided if key == task.key and c.index is index and not c.chosen), None)
        return decided or Context(index, lexicon(language), {}, task.room, _known(task), now=task.now, own=index.owned_by(task.person))

    async def _undecided(self, task: Task, meaning: Meaning, context: Context) -> Undecided | Declined | Decided:
        request = meaning.unclear or task.request
        if lexicon().marks["praise"].found(normal(request)):
            return Declined(text=TEXTS.said(task.language, "policy.impossible"), certain=False)
        near = await self._likeness.of(as_spoken(request), self.index) if self._likeness is not None else {}
        return await apart(self._choosing, task, meaning, context, request, near)

    def _choosing(
        self, task: Task, meaning: Meaning, context: Context, request: str, near: Mapping[str, Mapping[Offer, float]]
    ) -> Undecided | Declined | Decided:
        """A model's choice among candidates; none where there are no candidates."""
        found = candidates(request, meaning, context, likelihood(request, near, context))
        if not found.labels:
            return self._settled(meaning) or Declined(text=TEXTS.said(task.language, "policy.impossible"), certain=False)
        if not meaning.question and taken_by_none(found, request, context):
            return self._settled(meaning) or Declined(text=TEXTS.said(task.language, "policy.impossible"), certain=False)
        # What no documentation speaks of (`cosier`) may take two commands; an action is one.
        calls = max(1, askings(request, context)) * (1 if any(shared_words(request, context).values()) else VAGUE)
        calls += number_left(found, request, context)
        calls = max(calls, len(quantities(request, context).numbers))
        start = self._prefix
        documented = "What devices can do:" in start.prefix
        room = self.index.rooms.get(context.room or "")
        lines = [f"The person is in the {room.name}."] if room else []
        lines.append(described(found, context, documented=documented, language=task.language))
        if task.problem:
            lines.append(f"Your last answer was wrong: {task.problem}.")
            lines.append(_MAY_LOOK)
        lines.append(f"Say: {request}")
        cannot, missing = (TEXTS.said(task.language, f"policy.{name}") for name in ("impossible", "missing"))
        prompt = Prompt(
            prefix=start.prefix,
            examples=start.examples,
            request="\n".join(lines),
            schema=schema(found, request, context, question=meaning.question, calls=calls),
            max_tokens=220,
        )

        def read(data: Value) -> Decided | Declined:
            decided = chosen(data, found, request, context, cannot=cannot, missing=missing, again=bool(task.problem))
            given = (
                [cast(Mapping[str, Any], c.arguments.get("arguments", {})) for c in decided.calls] if isinstance(decided, Decided) else []
            )
            if given and not task.problem and (lost := unused(found, given, request, context)):
                raise TryAgain(f"{lost[0]:g} was said too, and no call has it: one more call, or another one")
            left = _left_out(meaning, decided.calls) if isinstance(decided, Decided) else ()
            if left and not task.problem:  # a small model may forget half of a sentence; asked once more, it may not
                raise TryAgain(f"nothing is done about {part_label(left[0], self.index)}, of which the person speaks too: one more call")
            if not meaning.settled:
                return decided
            settled = as_calls(meaning.settled)
            done = {touch for o in meaning.settled for touch in self._touches(o.device, o.component, o.capability, o.command)}
            more = [c for c in (decided.calls if isinstance(decided, Decided) else ()) if not set(self._touched_by(c)) & done]
            return Decided(calls=(*settled, *more))  # what the plain clauses settled is not undone for the others

        looks = _LOOKS if task.problem else ()  # at first all that can be meant is shown; what was wrong may lie beyond it
        return Undecided(prompt=prompt, read=read, looks=looks, check=lambda calls: check_calls(calls, request, meaning, context))

    def _settled(self, meaning: Meaning) -> Decided | None:
        return Decided(calls=tuple(as_calls(meaning.settled)), by="rules/settled clauses") if meaning.settled else None

    def _touched_by(self, call: ToolCall) -> Iterator[tuple[str, ...]]:
        capability, command = str(call.arguments.get("capability")), str(call.arguments.get("command"))
        for address in _addressed(call):
            device, _, component = address.partition("/")
            held = (c for c, n in self.index.devices[device].capabilities() if n == capability)
            yield from self._touches(device, component or next(held, "main"), capability, command)

    def _touches(self, device: str, component: str, capability: str, command: str) -> Iterator[tuple[str, ...]]:
        """What a command changes: the attributes that its documentation names, else all of its capability."""
        effects = self.index.capabilities[capability].commands[command].effects
        return ((device, component, capability, attribute) for attribute in effects or ("",))

    def _one_each(self, devices: Sequence[str], task: Task, context: Context) -> Undecided:
        """One action for every device, each of the model's choosing."""
        start = self._prefix
        lines, forms = each_prompt(devices, context)
        request = f"{lines}\nGive every one of them something to do that serves what is said.\nSay: {task.request}"
        prompt = Prompt(prefix=start.prefix, examples=start.examples, request=request, schema=forms, max_tokens=60 * len(devices))

        def read(data: Value) -> Decided:
            orders = each_order(data, devices, context)
            if not task.problem and echoed(orders, task.request):
                raise TryAgain("a text that is shown must be your own, not what the person said")
            return Decided(calls=(as_performance([orders]),))

        return Undecided(prompt=prompt, read=read)

    def _focus(self, task: Task, runs: Sequence[ToolRun]) -> Mapping[str, Value]:
        """What the next sentence may refer to: the devices touched or read, the request, and how to take it back."""
        before = _known(task)
        meaning = understand(task.request, self.decided_in(task))
        parts: list[Part] = []
        for run in runs:
            for address in (*_addressed(run), *looked_at(run, self.index)):
                device, _, component = address.partition("/")
                if device in self.index.devices and Part(device, component or None) not in parts:
                    parts.append(Part(device, component or None))
        if meaning.undo:  # what was taken back is spoken of no more, unless nothing else was
            parts = [p for p in parts if all(p.device != b.device for b in before.parts)] or parts
        kind = next((t.kind for a in meaning.references for t in a.targets if t.kind), None) or self._shared_kind(parts)
        masked = meaning.references[-1].masked if meaning.references else ""
        asked = any(run.tool == "read_devices" for run in runs)
        follows = lexicon().marks["followup"].found(normal(task.request)) is not None
        if asked:
            predicate = before.predicate if follows and before.asked else masked
        else:
            commanded = any(run.tool in ("control_devices", "perform") for run in runs)
            kept = "" if commanded else before.predicate  # of what somebody else read, the words of an older request tell nothing
            predicate = meaning.predicate or (masked if not meaning.question and meaning.references and _asks(masked) else kept)
        changes = changed_by([r for run in runs for r in run.receipts])
        if meaning.undo:
            changes = [c for c in changes if cast(Sequence[Value], c)[0] in {p.device for p in parts}]
        act = _act(task, runs, meaning, parts, changes)
        changes = changes or [list(c) for c in before.receipts]
        return act | {
            "parts": [[p.device, p.component] for p in parts],
            "kind": kind,
            "predicate": predicate,
            "asked": asked,
            "changes": changes,
        }

    def _shared_kind(self, parts: Sequence[Part]) -> str | None:
        """The narrowest kind that all the parts are of."""
        kinds = [self.index.kinds_of[p.device] for p in parts]
        shared = frozenset.intersection(*kinds) if kinds else frozenset()
        return next((k for k in lexicon().kinds if k in shared and k not in lexicon().parents), None)


def _act(task: Task, runs: Sequence[ToolRun], meaning: Meaning, parts: Sequence[Part], changes: Sequence[Value]) -> dict[str, Value]:
    """What was just done, for who corrects it; nothing where something was only looked at, or taken back."""
    commanding = [run for run in runs if run.tool in ("control_devices", "perform")]
    if (
        not commanding
        or len(commanding) < len(runs)
        or any(run.approvals for run in runs)
        or lexicon().marks["undo"].found(normal(task.request))
    ):
        return {}
    done = [r for run in runs for r in run.receipts if r.status is ReceiptStatus.DONE]
    commands = {(r.command.capability, r.command.name) for run in runs for r in run.receipts}
    act: dict[str, Value] = {
        "at": task.now.isoformat(),
        "devices": list(dict.fromkeys(p.device for p in parts)),
        "changes": list(changes),
        "for_good": list(dict.fromkeys(r.command.device for r in done if not r.changed())),
        "several": len(commands) > 1 and sum(bool(a.targets or a.rooms) for a in meaning.references) > 1,
    }
    return {ORIGIN: task.request, ACTED: act}


def _is_documented(request: str, context: Context) -> bool:
    """Whether the documentation of any device speaks of what is said."""
    return any(speaks_of(d, request, context) for d in documented_for(request, context))


def _reporting(reported: Reported, index: HomeIndex) -> Part:
    """The device, or its component where several of them report the same."""
    able = [c for c, n in index.devices[reported.device].capabilities() if n == reported.capability]
    return Part(reported.device, reported.component if len(able) > 1 else None)


def looked_at(call: ToolCall | ToolRun, index: HomeIndex) -> tuple[str, ...]:
    """The devices whose past a call asks about."""
    paths = cast(Sequence[str], call.arguments.get("readings", ())) if call.tool == "look_back" else ()
    found = (address_of(path, index.devices.values()) for path in paths)
    return tuple(dict.fromkeys(address.device for address in found if address is not None))


def touched(call: ToolCall | ToolRun) -> frozenset[str]:
    """The devices that a call is for."""
    return frozenset(address.partition("/")[0] for address in _addressed(call))


def _addressed(call: ToolCall | ToolRun) -> list[str]:
    if call.tool == "perform":
        return list(dict.fromkeys(_performers(call.arguments.get("step"))))
    return list(cast(Sequence[str], call.arguments.get("devices", ())))


def _performers(step: object) -> Iterator[str]:
    """The devices of a step, however deep."""
    if isinstance(step, Mapping):
        if "device" in step:
            yield f"{step['device']}/{step['component']}" if step.get("component") not in (None, "main") else str(step["device"])
        for inner in (*step.get("sequence", ()), *step.get("parallel", ())):
            yield from _performers(inner)


def _left_out(meaning: Meaning, calls: Sequence[ToolCall] | Sequence[ToolRun]) -> tuple[Part, ...]:
    """The devices of a clause that none of the calls touches, where several clauses each speak of their own."""
    spoken = [tuple(p for t in a.targets for p in t.parts) for a in meaning.references if a.targets]
    reached = frozenset().union(*map(touched, calls))
    return next((parts for parts in spoken if not reached & {p.device for p in parts}), ()) if len(spoken) > 1 else ()


def _known(task: Task) -> Focus:
    """What this agent left to refer to when it was last asked in this conversation."""
    focus = cast(Mapping[str, Any], task.focus)
    return Focus(
        parts=tuple(Part(*p) for p in focus.get("parts", ())),
        kind=focus.get("kind"),
        predicate=focus.get("predicate", ""),
        asked=focus.get("asked", False),
        receipts=tuple(tuple(r) for r in focus.get("changes", ())),
    )


def _asks(masked: str) -> bool:
    lex = lexicon()
    return any(s.phrases.found(masked) for s in (*lex.senses, *lex.steps))


def _names(meaning: Meaning, index: HomeIndex) -> tuple[str, ...]:
    return tuple(index.devices[p.device].name for p in meaning.options[:6])
