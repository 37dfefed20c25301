"""What a reader made of a sentence beside what code did: frames are carried out where code is unsure, and where they are sure doubt it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from tests.agentkit.fakes import receipt_of
from tests.understanding.test_covered import CALLS, GateExplainer, GatePolicy, answer_of, task

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall, Undecided
from yamori.agentkit.task import Claim, OutcomeStatus, Strength, Task, ToolRun
from yamori.domain.errors import TryAgain
from yamori.domain.receipt import ReceiptStatus
from yamori.llm.port import Prompt
from yamori.understanding.covered import CoveredPolicy
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.framed import ACT, ASK, FramedPolicy
from yamori.understanding.marked import marked
from yamori.understanding.outside import words_outside
from yamori.understanding.recalled import RecalledReadings
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

OPENED = (ToolCall(tool="open", arguments={"what": "gate"}),)


@dataclass(frozen=True)
class MarkedReader:
    """Reads every sentence as the marked line says, with these odds."""

    line: str
    odds: float = 1.0

    async def prepare(self) -> None:
        pass

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return tuple(replace(f, odds=self.odds) for f in marked(self.line).frames)


class GateResolver:
    """Knows one device, the gate, and what opens it."""

    intents = frozenset((IntentName.OPEN,))

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        return frames

    def owns(self, frames: Sequence[Frame], utterance: Utterance) -> bool:
        return False

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        ours = [f for f in frames if f.intent is IntentName.OPEN and any("gate" in s.text for s in f.slots)]
        left = tuple(Unresolved(frame=f, slot=f.slots[0] if f.slots else None) for f in frames if f not in ours)
        spans = tuple(s.span for f in ours for s in f.slots)
        return Resolution(calls=OPENED if ours else (), explained=spans, resolved=tuple(ours), unresolved=left)

    def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
        return frozenset((IntentName.GET if call.tool == "look" else IntentName.OPEN,))

    def normalized(self, calls: Sequence[ToolCall]) -> Sequence[ToolCall]:
        return calls

    def subjects_of(self, calls: Sequence[ToolCall]) -> frozenset[str]:
        return frozenset(str(call.arguments["what"]) for call in calls if "what" in call.arguments)

    def unset(self, utterance: Utterance, calls: Sequence[ToolCall]) -> Sequence[Span]:
        return ()

    def declined(self, task: Task, unresolved: Sequence[Unresolved]) -> Declined | None:
        return Declined(text="There is no such gate.")


class KnowingResolver(GateResolver):
    """Tells that the frames name the gate and nothing else."""

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        return frames

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        return replace(await super().resolve(task, frames, utterance), named=frozenset({"gate"}))


class OpensTheShed(GatePolicy):
    """Decides on something that nobody named."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(ToolCall(tool="open", arguments={"what": "shed"}),))


class Unsure(GatePolicy):
    """Leaves everything to a model, which answers with the name of a tool."""

    async def decide(self, task: Task) -> Decision:
        def read(data: object) -> Decided:
            return Decided(calls=OPENED if data == "open" else (ToolCall(tool=str(data), arguments={}),))

        return Undecided(prompt=Prompt(prefix="", request=""), read=read)


class Looking(GatePolicy):
    """Only looks."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(ToolCall(tool="look", arguments={}),))


def framed(inner: GatePolicy, line: str, odds: float = 1.0) -> FramedPolicy:
    return FramedPolicy(inner, MarkedReader(line, odds), GateResolver())


async def test_where_code_is_unsure_a_sure_frame_is_carried_out() -> None:
    decision = await framed(Unsure(), "open: get [device|the gate] for me").decide(task("get the gate for me"))
    assert isinstance(decision, Decided) and decision.calls == OPENED and not decision.is_doubtful


def likely(text: str) -> CoveredPolicy:
    return CoveredPolicy(framed(Unsure(), f"open: {text}", odds=(ACT + ASK) / 2), GateExplainer())


async def test_a_frame_that_is_only_likely_is_carried_out_where_a_model_reads_the_same() -> None:
    decision = await likely("open [device|the gate]").decide(task("open the gate"))
    assert isinstance(decision, Undecided)
    answer = decision.read("open")
    assert isinstance(answer, Decided) and answer.calls == OPENED


@pytest.mark.parametrize("read", ["close", "look"])
async def test_a_frame_that_is_only_likely_is_asked_about_where_a_model_reads_something_else(read: str) -> None:
    decision = await likely("open [device|the gate]").decide(task("open the gate"))
    assert isinstance(decision, Undecided)
    answer = decision.read(read)
    assert isinstance(answer, Declined) and answer.question is not None and "open the gate" in answer.text


async def test_a_frame_that_is_only_likely_is_asked_about_where_no_model_answers() -> None:
    decision = await likely("open [device|the gate]").decide(task("open the gate"))
    assert isinstance(decision, Undecided) and isinstance(decision.fallback, Declined)
    question = decision.fallback.question
    assert question is not None
    yes = await likely("open [device|the gate]").decide(task("open the gate", answers={question.id: "yes"}))
    assert isinstance(yes, Decided) and yes.calls == OPENED


async def test_an_unlikely_frame_is_left_to_the_model() -> None:
    assert isinstance(await framed(Unsure(), "open: open [device|the gate]", odds=0.3).decide(task("open the gate")), Undecided)


@pytest.mark.parametrize(("odds", "chosen", "is_taken"), [(0.95, "shut", False), (0.95, "look", True), (0.8, "shut", True)])
async def test_a_model_does_not_change_the_opposite_of_what_is_surely_asked_for(odds: float, chosen: str, is_taken: bool) -> None:
    class Shutting(GateResolver):
        def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
            return frozenset((IntentName.CLOSE,)) if call.tool == "shut" else super().intents_of(call)

        async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
            return Resolution()

    policy = FramedPolicy(Unsure(), MarkedReader("open: open [device|it]", odds), Shutting())
    decision = await policy.decide(task("open it"))
    assert isinstance(decision, Undecided)
    if is_taken:
        assert decision.read(chosen) == Decided(calls=(ToolCall(tool=chosen, arguments={}),))
    else:
        with pytest.raises(TryAgain, match="shut does not do what was asked for"):
            decision.read(chosen)


async def test_a_frame_that_names_nothing_of_this_agent_s_is_declined_by_it() -> None:
    decision = await framed(Unsure(), "open: open [device|the attic]").decide(task("open the attic"))
    assert isinstance(decision, Declined) and decision.text == "There is no such gate."


class Declining(GateResolver):
    """Says of a question that there is no such thing."""

    intents = frozenset((IntentName.OPEN, IntentName.GET))

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        ours = [f for f in frames if any("gate" in s.text for s in f.slots)]
        calls = (ToolCall(tool="look", arguments={"what": "gate"}),) if all(f.intent is IntentName.GET for f in frames) else OPENED
        left = tuple(Unresolved(frame=f, slot=f.slots[0]) for f in frames if f not in ours)
        return Resolution(calls=calls if ours else (), resolved=tuple(ours), unresolved=left)


async def test_of_two_questions_the_one_is_answered_and_the_other_named() -> None:
    policy = FramedPolicy(Unsure(), MarkedReader("get: how is [device|the gate] || get: and how is [device|the moat]"), Declining())
    asked = task("how is the gate and how is the moat")
    decision = await policy.decide(asked)
    assert isinstance(decision, Decided) and [call.tool for call in decision.calls] == ["look"]
    outcome = policy.report(asked, [])
    assert outcome.status is OutcomeStatus.PARTLY and outcome.text == "The gate is open. There is no such gate."


async def test_a_question_about_what_a_thing_does_not_tell_is_named_beside_the_one_that_is_answered() -> None:
    line = "get: how is [device|the gate] || get: and [feature|the depth] of [device|the moat]"
    policy = FramedPolicy(LookingAt(what="gate"), MarkedReader(line), Declining())
    asked = task("how is the gate and the depth of the moat")
    await policy.decide(asked)
    outcome = policy.report(asked, [])
    assert outcome.status is OutcomeStatus.PARTLY and outcome.text.endswith("I couldn't find out “the depth of the moat”.")


@pytest.mark.parametrize("what", ["gate", "well"])
async def test_of_two_questions_of_which_code_answers_one_the_other_is_named(what: str) -> None:
    """Not where code reads something that the other may have been about."""
    policy = FramedPolicy(
        LookingAt(what=what), MarkedReader("get: how is [device|the gate] || get: and how is [device|the moat]"), Declining()
    )
    asked = task("how is the gate and how is the moat")
    decision = await policy.decide(asked)
    assert isinstance(decision, Decided)
    assert ("There is no such gate." in policy.report(asked, []).text) is (what == "gate")


async def test_of_two_orders_the_one_is_carried_out_and_the_other_named() -> None:
    policy = FramedPolicy(Unsure(), MarkedReader("open: open [device|the gate] || open: and open [device|the moat]"), Declining())
    asked = task("open the gate and open the moat")
    decision = await policy.decide(asked)
    assert isinstance(decision, Decided) and decision.calls == OPENED
    assert "“and open the moat”" in policy.report(asked, []).text


class Nearest(GatePolicy):
    """Reads what lies nearest, whatever was said."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(ToolCall(tool="look", arguments={}),), is_doubtful=True)


async def test_what_lies_nearest_answers_nothing_that_was_not_asked() -> None:
    told = FramedPolicy(Nearest(), MarkedReader("message: tell [person|Ann] [text|we eat]", 0.3), GateResolver())
    assert isinstance(await told.decide(task("tell Ann we eat")), Declined)
    asked = FramedPolicy(Nearest(), MarkedReader("get: how is [device|the latch]", 0.3), GateResolver())
    assert isinstance(await asked.decide(task("how is the latch")), Decided)


async def test_what_code_decided_is_doubted_where_a_sure_reader_takes_it_for_something_else() -> None:
    policy = CoveredPolicy(framed(GatePolicy(), "close: open [device|the gate]"), GateExplainer())
    answer = await answer_of(policy, task("open the gate"))
    assert isinstance(answer, Declined) and answer.question is not None
    yes = await answer_of(policy, task("open the gate", answers={answer.question.id: "yes"}))
    assert isinstance(yes, Decided) and yes.calls == CALLS


async def test_where_code_only_looked_a_sure_frame_is_carried_out() -> None:
    decision = await framed(Looking(), "open: would somebody open [device|the gate]").decide(task("would somebody open the gate"))
    assert isinstance(decision, Decided) and decision.calls == OPENED and not decision.is_doubtful


async def test_a_reader_that_is_hardly_sure_doubts_nothing() -> None:
    decision = await framed(GatePolicy(), "close: open [device|the gate]", odds=0.6).decide(task("open the gate"))
    assert isinstance(decision, Decided) and not decision.is_doubtful


async def test_why_something_is_wanted_is_explained_whoever_decides_on_it() -> None:
    text = "open the gate, the goats look cross"
    decision = await framed(GatePolicy(), "open: open [device|the gate], [reason|the goats look cross]").decide(task(text))
    assert isinstance(decision, Decided) and "the goats look cross" in [text[slice(*span)] for span in decision.explained]


async def test_words_that_people_ask_with_are_explained_by_the_intent_alone() -> None:
    text = "kill the zeppelin"
    utterance = utterance_of(text, datetime(2026, 11, 25, tzinfo=UTC))
    frame = replace(marked(f"turn_off: {text}").frames[0])
    assert [text[slice(*span)] for span in words_outside(utterance, [frame])] == ["kill"]
    assert words_outside(utterance, [replace(frame, intent=IntentName.FREE_TIME)]) == ()


class Overdoing(GatePolicy):
    """Opens, and does something beside."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(*OPENED, ToolCall(tool="paint", arguments={})))


async def test_of_two_readings_that_agree_but_for_one_call_the_sure_reader_s_is_taken() -> None:
    decision = await framed(Overdoing(), "open: open [device|the gate], quick").decide(task("open the gate, quick"))
    assert isinstance(decision, Decided) and decision.calls == OPENED
    unsure = await framed(Overdoing(), "open: open [device|the gate], quick", odds=0.8).decide(task("open the gate, quick"))
    assert isinstance(unsure, Decided) and len(unsure.calls) == 2


async def test_what_was_taken_back_in_the_same_breath_is_the_reader_s() -> None:
    line = "open: open [retracted|the window, no,] [device|the gate]"
    decision = await framed(GatePolicy(), line).decide(task("open the window, no, the gate"))
    assert isinstance(decision, Decided) and decision.calls == OPENED


class Airing(GateResolver):
    """Opens the gate where it is stuffy."""

    intents = frozenset((IntentName.STUFFY,))

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        return Resolution(calls=OPENED, explained=(frames[0].span,), resolved=tuple(frames))


@pytest.mark.parametrize(("odds", "calls"), [(1.0, OPENED), (0.55, (ToolCall(tool="open", arguments={"what": "shed"}),))])
async def test_a_sure_complaint_stands_for_itself_whatever_was_done_before(odds: float, calls: tuple[ToolCall, ...]) -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader("stuffy: it is so stuffy", odds), Airing())
    decision = await policy.decide(replace(task("it is so stuffy"), focus={"devices": ["shed"]}))
    assert isinstance(decision, Decided) and decision.calls == calls


async def test_what_helps_against_a_sure_complaint_is_the_reader_s_to_say() -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader("stuffy: it is so stuffy", 0.61), Airing())
    decision = await policy.decide(task("it is so stuffy"))
    assert isinstance(decision, Decided) and decision.calls == OPENED and decision.by == "reader"


@pytest.mark.parametrize(("line", "is_declined"), [("open: open it [room|in the attic]", True), ("open: open [device|the attic]", False)])
async def test_what_is_to_be_done_in_a_place_that_is_not_there_is_done_in_no_other(line: str, is_declined: bool) -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader(line, 1.0), GateResolver())
    decision = await policy.decide(task(line.partition(": ")[2].replace("[room|", "").replace("[device|", "").replace("]", "")))
    assert isinstance(decision, Declined) is is_declined


async def test_what_surely_is_named_bounds_what_is_changed_even_where_the_reader_is_less_sure_of_the_rest() -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader("open: open [device|the gate] for the shed", 0.7), KnowingResolver())
    decision = await policy.decide(task("open the gate for the shed"))
    assert isinstance(decision, Decided) and decision.is_doubtful


class HereResolver(KnowingResolver):
    """Makes the gate of what stands where the person is."""

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        return Resolution(calls=OPENED, resolved=tuple(frames), named=frozenset({"gate"}))


async def test_of_what_is_elsewhere_than_here_the_reader_s_is_asked_about() -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader("open: open up [room|in here]", 0.7), HereResolver())
    decision = await policy.decide(task("open up in here"))
    assert isinstance(decision, Decided) and decision.is_doubtful and decision.calls == OPENED


async def test_a_sentence_that_names_nothing_is_code_s_where_something_was_spoken_of_before() -> None:
    policy = framed(GatePolicy(), "close: open [device|it]")
    alone = await policy.decide(task("open it"))
    assert isinstance(alone, Decided) and alone.is_doubtful
    going_on = await policy.decide(replace(task("open it"), focus={"parts": ["gate"]}))
    assert isinstance(going_on, Decided) and not going_on.is_doubtful


def look(what: str) -> ToolCall:
    return ToolCall(tool="look", arguments={"what": what})


@dataclass
class LookingAt(GatePolicy):
    what: str = ""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(look(self.what),))


class GateQuestions(GateResolver):
    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        return frames

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        return Resolution(calls=(look("gate"), look("latch")), resolved=tuple(frames))


@pytest.mark.parametrize(("odds", "taken"), [(1.0, ["gate", "latch"]), (0.8, ["well"])])
async def test_code_that_reads_nothing_of_what_a_sure_reader_names_gives_way(odds: float, taken: list[str]) -> None:
    policy = FramedPolicy(LookingAt(what="well"), MarkedReader("get: how is [device|the gate]", odds), GateQuestions())
    decision = await policy.decide(task("how is the gate"))
    assert isinstance(decision, Decided) and [call.arguments["what"] for call in decision.calls] == taken


async def test_code_that_answers_fewer_questions_than_a_sure_reader_gives_way() -> None:
    policy = FramedPolicy(LookingAt(what="gate"), MarkedReader("get: how are [device|the gate] and its latch"), GateQuestions())
    decision = await policy.decide(task("how are the gate and its latch"))
    assert isinstance(decision, Decided) and [call.arguments["what"] for call in decision.calls] == ["gate", "latch"]


async def test_what_no_sure_frame_names_is_not_changed_without_asking() -> None:
    policy = FramedPolicy(OpensTheShed(), MarkedReader("open: open [device|the gate] for the shed", 1.0), KnowingResolver())
    decision = await policy.decide(task("open the gate for the shed"))
    assert isinstance(decision, Decided) and decision.is_doubtful
    unsure = FramedPolicy(OpensTheShed(), MarkedReader("open: open [device|the gate] for the shed", 0.6), KnowingResolver())
    decision = await unsure.decide(task("open the gate for the shed"))
    assert isinstance(decision, Decided) and not decision.is_doubtful


class WritesDown(GatePolicy):
    """Enters all of what was said as a title."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=(ToolCall(tool="open", arguments={"what": "gate", "title": "oil the gate an hour before"}),))


async def test_a_text_with_words_that_say_when_is_not_written_down_without_asking() -> None:
    line = "open: open [device|the gate] to oil it || open: and [lead|an hour before]"
    decision = await framed(WritesDown(), line).decide(task("open the gate to oil it and an hour before"))
    assert isinstance(decision, Decided) and decision.is_doubtful


async def test_what_is_to_be_told_of_before_is_not_done_without_that() -> None:
    line = "open: open [device|the gate] for the guests [lead|an hour before]"
    text = "open the gate for the guests an hour before"
    whole = await framed(OpensTheShed(), line).decide(task(text))
    assert isinstance(whole, Decided) and whole.calls == OPENED
    lost = await framed(OpensTheShed(), line.replace("the gate", "the shed")).decide(task(text.replace("gate", "shed")))
    assert isinstance(lost, Decided) and lost.is_doubtful


class ClaimsNothing(GatePolicy):
    async def claim(self, task: Task) -> Claim:
        return Claim(strength=Strength.NONE)


@pytest.mark.parametrize(
    ("line", "odds", "strength"),
    [
        ("open: open [device|the gate]", 0.95, Strength.OWNING),
        ("open: open [device|the gate]", 0.87, Strength.STRONG),
        ("open: open [device|the gate]", 0.6, Strength.WEAK),
        ("open: open [device|the gate]", 0.4, Strength.NONE),
        ("open: open [device|the attic]", 0.95, Strength.WEAK),
        ("lock: lock [device|the gate]", 0.95, Strength.NONE),
    ],
)
async def test_what_is_read_and_can_be_resolved_is_claimed(line: str, odds: float, strength: Strength) -> None:
    policy = FramedPolicy(ClaimsNothing(), MarkedReader(line, odds), GateResolver(), claims=True)
    assert (await policy.claim(task(marked(line).text))).strength is strength


async def test_a_question_about_a_place_that_is_not_there_is_not_answered_with_another() -> None:
    decision = await framed(Looking(), "open: is it open [room|in the attic]").decide(task("is it open in the attic"))
    assert isinstance(decision, Declined) and decision.text == "There is no such gate."


async def test_what_a_model_read_and_receipts_proved_is_recalled_and_forgotten_when_it_is_undone() -> None:
    recalled = RecalledReadings(None, "gate")
    policy = FramedPolicy(Unsure(), MarkedReader("open: coax [device|the gate] ajar", 0.3), GateResolver(), recalled)
    first = task("coax the gate ajar")
    assert isinstance(await policy.decide(first), Undecided)
    policy.report(first, [ToolRun(tool="open", arguments=OPENED[0].arguments, ok=True, receipts=(receipt_of("k", ReceiptStatus.DONE),))])
    again = await policy.decide(replace(first, key="another"))
    assert isinstance(again, Decided) and again.calls == OPENED
    policy.report(replace(first, key="undo"), [ToolRun(tool="undo_changes", arguments={}, ok=True)])
    assert isinstance(await policy.decide(replace(first, key="third")), Undecided)


class Correcting(Unsure):
    """Unsure but of “not that one”, of which code knows what it puts right."""

    async def decide(self, task: Task) -> Decision:
        return Decided(calls=OPENED, corrects=True) if "not that" in task.request else await super().decide(task)


async def test_a_recalled_reading_is_forgotten_when_what_it_did_is_corrected() -> None:
    recalled = RecalledReadings(None, "gate")
    policy = FramedPolicy(Correcting(), MarkedReader("open: coax [device|the gate] ajar", 0.3), GateResolver(), recalled)
    done = [ToolRun(tool="open", arguments=OPENED[0].arguments, ok=True, receipts=(receipt_of("k", ReceiptStatus.DONE),))]
    first = task("coax the gate ajar")
    await policy.decide(first)
    policy.report(first, done)
    assert isinstance(await policy.decide(replace(first, key="recalled")), Decided)
    corrected = replace(task("no, not that one"), key="correction")
    await policy.decide(corrected)
    policy.report(corrected, done)
    assert isinstance(await policy.decide(replace(first, key="third")), Undecided)


class Claiming(GatePolicy):
    """Claims everything, however strongly it is told to."""

    def __init__(self, strength: Strength) -> None:
        super().__init__()
        self.strength = strength

    async def claim(self, task: Task) -> Claim:
        return Claim(strength=self.strength)


class QuestionResolver(GateResolver):
    """Answers questions about the gate, and takes what opens for its own as soon as its words confirm it."""

    intents = frozenset((IntentName.OPEN, IntentName.GET))

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        return tuple(replace(f, intent=IntentName.OPEN) if "unbar" in utterance.text else f for f in frames)


async def claimed(line: str, strength: Strength) -> Strength:
    policy = FramedPolicy(Claiming(strength), MarkedReader(line), QuestionResolver())
    return (await policy.claim(task(marked(line).text))).strength


async def test_a_question_that_surely_names_what_the_agent_does_not_know_is_hardly_its_own() -> None:
    assert await claimed("get: how is [device|the barn]", Strength.STRONG) is Strength.WEAK
    assert await claimed("open: open [device|the barn]", Strength.STRONG) is Strength.STRONG


async def test_a_question_about_a_device_is_hardly_for_an_agent_without_devices() -> None:
    policy = FramedPolicy(Claiming(Strength.STRONG), MarkedReader("get: how long was [device|the barn] open"), GateResolver())
    assert (await policy.claim(task("how long was the barn open"))).strength is Strength.WEAK


async def test_what_is_to_be_known_is_hardly_for_an_agent_that_tells_how_things_are() -> None:
    assert await claimed("ask: [query|how often is the gate to be oiled]", Strength.STRONG) is Strength.WEAK
    unsure = FramedPolicy(Claiming(Strength.STRONG), MarkedReader("ask: [query|how heavy is the gate]", 0.7), QuestionResolver())
    assert (await unsure.claim(task("how heavy is the gate"))).strength is Strength.STRONG


async def test_what_an_agents_words_correct_is_its_own() -> None:
    assert await claimed("talk: unbar [device|the gate]", Strength.NONE) is Strength.STRONG
    assert await claimed("get: how is [device|the gate]", Strength.NONE) is Strength.NONE


async def test_code_does_not_tell_of_something_else_than_the_thing_that_was_named() -> None:
    policy = FramedPolicy(Looking(), MarkedReader("get: how is [device|the barn]"), QuestionResolver())
    assert isinstance(await policy.decide(task("how is the barn")), Declined)


async def test_of_two_sure_questions_that_code_answers_by_half_the_other_is_answered_too() -> None:
    class Reading(KnowingResolver):
        def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
            return frozenset((IntentName.GET,))

        async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
            asked = ToolCall(tool="look", arguments={"what": "gate"})
            return Resolution(
                calls=(asked,), resolved=tuple(frames[1:]), unresolved=(Unresolved(frame=frames[0], slot=frames[0].slots[0]),)
            )

    class ReadsTheShed(GatePolicy):
        async def decide(self, task: Task) -> Decision:
            return Decided(calls=(ToolCall(tool="look", arguments={"what": "shed"}),))

    line = "get: is [device|the old shed] shut || get: and is [device|the gate] open"
    decision = await FramedPolicy(ReadsTheShed(), MarkedReader(line), Reading()).decide(task(marked(line).text))
    assert isinstance(decision, Decided) and [call.arguments["what"] for call in decision.calls] == ["shed", "gate"]


async def test_of_two_sure_questions_of_which_code_reads_the_second_alone_both_are_answered() -> None:
    class Reading(KnowingResolver):
        def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
            return frozenset((IntentName.GET,))

        async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
            calls = tuple(ToolCall(tool="look", arguments={"what": what}) for what in ("shed", "gate"))
            return Resolution(calls=calls, resolved=tuple(frames))

    line = "get: is [device|the old shed] shut || get: and is [device|the gate] open"
    decision = await FramedPolicy(LookingAt(what="gate"), MarkedReader(line), Reading()).decide(task(marked(line).text))
    assert isinstance(decision, Decided) and [call.arguments["what"] for call in decision.calls] == ["shed", "gate"]
