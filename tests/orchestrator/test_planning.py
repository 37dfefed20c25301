"""The planner's prompt and the plans that come of its answers."""

from jsonschema import Draft202012Validator
from tests.agentkit.fakes import NOON

from yamori.agentkit.card import Card
from yamori.domain.values import Value
from yamori.orchestrator.planning import Plan, Step, check_prompt, planner_prompt, read_plan, review_prompt


def card(name: str) -> Card:
    return Card(name=name, title=name, does=f"{name} things.")


def fits(answer: object, *, agents: tuple[str, ...] = ("iot", "scheduler"), only: frozenset[str] | None = None) -> bool:
    prompt = planner_prompt([card(a) for a in agents], "hello", now=NOON, only=only)
    assert prompt.schema is not None
    return Draft202012Validator(prompt.schema).is_valid(answer)


def tasks(*steps: tuple[str, str]) -> dict[str, Value]:
    return {"tasks": [{"agent": a, "request": r} for a, r in steps]}


def test_a_plan_is_tasks_for_agents_there_are_or_a_reply_and_nothing_else() -> None:
    assert fits(tasks(("iot", "x"))) and fits(tasks(("iot", "x"), ("scheduler", "y"))) and fits({"reply": "Hello."})
    assert not fits(tasks(("browser", "x"))) and not fits(tasks()) and not fits({}) and not fits([])
    assert not fits({**tasks(("iot", "x")), "reply": "Hello."}) and not fits(tasks(*[("iot", str(n)) for n in range(5)]))
    assert fits(tasks(("iot", "x")), only=frozenset({"iot"})) and not fits(tasks(("scheduler", "x")), only=frozenset({"iot"}))
    assert fits({"reply": "Hello."}, only=frozenset()) and not fits(tasks(("iot", "x")), only=frozenset())


def test_the_prompt_begins_the_same_whatever_is_said_and_shows_no_agent_that_is_not_there() -> None:
    cards = [card("iot")]
    first, second = (planner_prompt(cards, said, now=NOON, before="b", failed="f") for said in ("hello", "お茶"))
    assert (first.prefix, first.examples) == (second.prefix, second.examples)
    assert first.request.endswith("b\nf\nSay: hello") and "2026-05-01 12:00" in first.request
    assert all("scheduler" not in example.assistant for example in first.examples)


def test_one_agent_gets_the_persons_own_words_and_several_get_the_models() -> None:
    assert read_plan(tasks(("iot", "dim it")), "Dim it, would you", model="m") == Plan(
        steps=(Step(agent="iot", request="Dim it, would you"),), by="m"
    )
    assert read_plan(tasks(("iot", "a"), ("iot", "b")), "a and b", model="m").steps == (Step(agent="iot", request="a and b"),)
    both = tasks(("iot", "a"), ("scheduler", " "), ("iot", "a"))
    assert read_plan(both, "all", model="m").steps == (Step(agent="iot", request="a"), Step(agent="scheduler", request="all"))
    assert read_plan({"reply": "Hi."}, "hello", model="m") == Plan(reply="Hi.", by="m")


def test_the_first_task_builds_on_nothing_and_hangs_on_nothing_that_was_not_said() -> None:
    first: Value = {"agent": "iot", "request": "fetch it", "uses": [0]}
    assert read_plan({"tasks": [first]}, "fetch it", model="m").steps == (Step(agent="iot", request="fetch it"),)
    hanging: Value = {"agent": "iot", "request": "fetch it", "only_if": {"task": 0, "holds": "yes"}}
    assert read_plan({"tasks": [hanging]}, "fetch it", model="m").steps == (Step(agent="iot", request="fetch it"),)
    assert read_plan({"tasks": [hanging]}, "fetch it if it rains", model="m").steps[0].only_if is not None


def test_a_first_task_that_needs_a_later_one_keeps_its_need_and_so_is_not_done_without_it() -> None:
    entry: Value = {"agent": "scheduler", "request": "write it down", "uses": [1]}
    hanging: Value = {"agent": "scheduler", "request": "write it down", "only_if": {"task": 1, "holds": "yes"}}
    look: Value = {"agent": "iot", "request": "how warm is it"}
    assert read_plan({"tasks": [entry, look]}, "write down how warm it is", model="m").steps[0].uses == (1,)
    assert read_plan({"tasks": [hanging, look]}, "write it down", model="m").steps[0].only_if is not None


def test_checker_and_reviewer_answer_in_json_that_is_closed() -> None:
    for prompt in (check_prompt("iot", "things", "open it"), review_prompt("open it", "open: ok")):
        assert prompt.schema is not None and prompt.schema["additionalProperties"] is False
        assert "open it" in prompt.request and "open it" not in prompt.prefix
