"""A mistake in a case file is found before anything is played, and the error says where."""

from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.evaluation.casefile import read_suite
from yamori.evaluation.run import evaluate_cases

from .fake_household import EVERYTHING as EVERYTHING_IT_CAN
from .fake_household import FakeStreet, Reply

HEAD = "home: demo\nnow: 2026-11-21T09:00:00+09:00\nperson: aiko\n"

EVERYTHING = """
home: demo                                     # a comment
now: 2026-11-21T09:00:00+09:00
person: aiko
cases:
  - id: everything
    say: [Dim the kitchen to 30 %, "yes"]
    tags: [direct]
    now: 2026-11-21T22:00:00+09:00
    room: kitchen
    before: {lamp.main.switch.switch: "on"}
    tasks: [{title: Buy detergent, date: 2026-11-22, time: "15:30", memo: two bottles, done: false}]
    routines: [{title: Stretching, days: [mon, thu], time: "07:00", steps: [{title: Squats, minutes: 10}]}]
    logs: [{date: 2026-11-20, text: Rained all day.}]
    memories:
      - "2026-11-01: I can't stand bright light in the evening"
      - My eyes are bad
      - {person: shun, date: 2026-11-02, text: I like tea}
    automations: [every weekday at seven open the blinds, "yes"]
    papers: {washing-machine.md: "# Filter"}
    later: [{after: 60, set: {door.main.contactSensor.contact: open}}]
    expect:
      state: {lamp.main.switchLevel.level: 30}
      others: unchanged
      tasks: [{title: Buy detergent, done: true}]
      no_tasks: [{title: {all: [softener]}}]
      routines: []
      logs: [{date: 2026-11-21, text: {all: [sunny]}}]
      tasks_only: true
      answer: {all: [30], any: [kitchen, キッチン], none: [sorry]}
      answers: [{any: [which]}, {}]
      questions: 0
      notices: [{person: marta, text: {any: [fridge]}}]
      no_notices: [{}]
      automations: [{active: true, text: {any: [blinds]}}]
      no_automations: [{}]
      facts: [{person: marta, text: {any: [egg]}}]
      no_facts: [{text: It rains}]
      approvals: 1
      outcome: done
      agents: {used: [iot], unused: [browser]}
    any_of: []
"""


IN_STEPS = """
home: demo
now: 2026-11-21T09:00:00+09:00
person: aiko
room: kitchen
cases:
  - id: fridge-left-open
    steps:
      - {say: Tell me when it has been open, person: marta, room: study, expect: {state: {}, approvals: 0}}
      - {set: {door.main.contactSensor.contact: open}, expect: {no_notices: [{text: {any: [door]}}]}}
      - {after: 130, expect: {notices: [{person: marta, text: {any: [door]}}]}}
      - {after: 1, set: {door.main.contactSensor.contact: closed}, say: [Never mind, "yes"], expect: {answers: [{}, {any: [fine]}]}}
      - {say: Hello, person: marta}
    expect: {answers: [{}, {}, {}, {any: [hello]}]}
"""


def suite_error(folder: Path, text: str) -> str:
    file = folder / "x.cases.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Misconfigured) as caught:
        read_suite(file)
    return str(caught.value)


def test_every_key_of_the_format_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x.cases.yaml"
    file.write_text(EVERYTHING, encoding="utf-8")
    suite = read_suite(file)
    case = suite.file.cases[0]
    assert suite.now(case).hour == 22
    assert (suite.person(case), suite.room(case), suite.home) == ("aiko", "kitchen", "demo")
    block = case.blocks()[0]
    assert (block.answer.all, block.approvals, block.outcome) == (("30",), 1, "done")

    assert [(m.person, str(m.date), m.text) for m in (memory.seed("aiko") for memory in case.memories)] == [
        ("aiko", "2026-11-01", "I can't stand bright light in the evening"),
        ("aiko", "None", "My eyes are bad"),
        ("shun", "2026-11-02", "I like tea"),
    ]
    assert (case.automations, case.texts()) == (("every weekday at seven open the blinds", "yes"), ("Dim the kitchen to 30 %", "yes"))
    assert [(step.say, step.after) for step in case.course()] == [(case.say, None), ((), 60.0)]
    assert block.notices[0].row().given["person"] == "marta"
    assert block.no_notices[0].row().given == {}


def test_a_case_in_steps_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x.cases.yaml"
    file.write_text(IN_STEPS, encoding="utf-8")
    suite = read_suite(file)
    case = suite.file.cases[0]
    assert case.texts() == ("Tell me when it has been open", "Never mind", "yes", "Hello")
    assert [suite.speaker(case, step) for step in case.course()] == [
        ("marta", "study"),
        ("aiko", "kitchen"),
        ("aiko", "kitchen"),
        ("aiko", "kitchen"),
        ("marta", None),  # where she is by now, nobody said
    ]
    assert case.speakers("aiko") == {"aiko", "marta"}


def test_the_example_of_the_documentation_is_one(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "formats" / "cases.md").read_text(encoding="utf-8")
    example = text[text.index("  - id: fridge-left-open") :].partition("```")[0]
    file = tmp_path / "x.cases.yaml"
    file.write_text(f"{HEAD}cases:\n{example}", encoding="utf-8")
    case = read_suite(file).file.cases[0]
    assert [len(step.say) for step in case.course()] == [1, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("case", "error"),
    [
        ("steps: []", "x.cases.yaml:6: cases[0].steps: "),
        ("tags: [a]", "cases[0]: nothing is said; give say, or steps"),
        ("say: Hi\n    steps: [{say: Ho}]", "cases[0]: give steps, or say and later, not both"),
        ("steps: [{say: Ho}]\n    later: [{after: 1}]", "cases[0]: give steps, or say and later, not both"),
        ("steps: [{expect: {}}]", "cases[0].steps[0]: nothing happens in this step; give say, set or after"),
        ("steps: [{set: {}}]", "cases[0].steps[0]: nothing happens in this step"),
        ("steps: [{say: Hi}, {after: 1, person: kenji}]", "cases[0].steps[1]: nobody speaks in this step; person and room go with say"),
        ("steps: [{after: 1, room: hall}]", "cases[0].steps[0]: nobody speaks in this step"),
        ("steps: [{after: -1}]", "cases[0].steps[0].after: Input should be greater than or equal to 0"),
        ("steps: [{after: .inf}]", "cases[0].steps[0].after: "),
        ("steps: [{after: .nan}]", "cases[0].steps[0].after: "),
        ("steps: [{after: 40000000}]", "cases[0].steps[0].after: Input should be less than or equal to 31622400"),
        ('steps: [{after: "60"}]', "cases[0].steps[0].after: Input should be a valid number"),
        ("steps: [{say: []}]", "cases[0].steps[0].say: [] is not something to say"),
        ("steps: [{say: 30}]", "cases[0].steps[0].say: 30 is not something to say"),
        ("steps: [{set: {door.contact: open}}]", "cases[0].steps[0].set.door.contact: 'door.contact' is not an attribute; write device."),
        ("steps: [{set: {a.b.c.d: [1]}}]", "cases[0].steps[0].set.a.b.c.d: [1] is not something a device can report"),
        (
            "steps: [{say: When it rains, tell me}]",
            "cases[0].steps[0].tell me: there is no such key; quote a text that has a comma in it",
        ),
        ("steps: [{say: Hi, then: 3}]", "cases[0].steps[0].then: there is no such key"),
        ("steps: [{say: Hi, expct: {}}]", "cases[0].steps[0].expct: there is no such key; did you mean expect"),
        ("steps: [{say: Hi, expect: {answers: [{}, {}]}}]", "cases[0].steps[0]: answers has 2 entries for 1 texts of say"),
        ("steps: [{say: Hi}]\n    expect: {answers: [{}, {}]}", "cases[0]: answers has 2 entries for 1 texts of say"),
        ("steps: [{say: Hi, any_of: [{}]}]", "cases[0].steps[0].any_of: there is no such key"),
        (
            "steps:\n      - {say: Hi}\n      - after: 1\n        expect:\n          notices:\n            - {who: marta}",
            "x.cases.yaml:11: cases[0].steps[1].expect.notices[0].who: there is no such key",
        ),
        ("steps: [{after: 1, expect: {notices: [{person: 3}]}}]", "cases[0].steps[0].expect.notices[0].person: must be text"),
        ("steps: [{after: 1, expect: {no_notices: [{person: null}]}}]", "cases[0].steps[0].expect.no_notices[0].person: must be text"),
        ("steps: [{after: 1, expect: {notices: [{text: 3}]}}]", "cases[0].steps[0].expect.notices[0].text: 3 is not allowed; write {all:"),
        ("steps: [{after: 1, expect: {notices: {}}}]", "cases[0].steps[0].expect.notices: must be a list"),
        ("say: Hi\n    expect: {automations: [{active: maybe}]}", "cases[0].expect.automations[0].active: Input should be a valid boolean"),
        ("say: Hi\n    expect: {automations: [{title: a}]}", "cases[0].expect.automations[0].title: there is no such key"),
        ("say: Hi\n    expect: {no_automations: [{text: {some: [a]}}]}", "cases[0].expect.no_automations[0].text: the key some is not"),
        ("say: Hi\n    expect: {facts: [{persn: a}]}", "cases[0].expect.facts[0].persn: there is no such key; did you mean person"),
        ("say: Hi\n    expect: {no_facts: [{text: [a]}]}", "cases[0].expect.no_facts[0].text: ['a'] is not allowed"),
        ("say: Hi\n    automations: open the blinds", "cases[0].automations: must be a list"),
        ('say: Hi\n    automations: [""]', "cases[0].automations[0]: "),
        ("say: Hi\n    automations: [7]", "cases[0].automations[0]: must be text"),
        ("say: Hi\n    memories: [{person: shun}]", "cases[0].memories[0].text: this key is required"),
        ("say: Hi\n    memories: [{txt: a, person: shun}]", "cases[0].memories[0].txt: there is no such key; did you mean text"),
        ("say: Hi\n    memories: [{text: a, date: yesterday}]", "cases[0].memories[0].date: 'yesterday' is not a date"),
        ('say: Hi\n    memories: ["2026-13-01: a"]', "cases[0].memories[0]: '2026-13-01' is not a date"),
        ("say: Hi\n    memories: [3]", "cases[0].memories[0]: 3 is not a memory; write a text, or {person: shun,"),
    ],
)
def test_a_mistake_in_steps_notices_automations_and_memories_is_shown(tmp_path: Path, case: str, error: str) -> None:
    assert error in suite_error(tmp_path, f"{HEAD}cases:\n  - id: one\n    {case}\n")


@pytest.mark.parametrize(
    ("case", "error"),
    [
        (
            "steps: [{say: hi, person: kenny}]",
            "x.cases.yaml:6: cases[0].steps[0].person: nobody called kenny lives in the home demo; there is kenji",
        ),
        (
            "say: hi\n    memories: [{person: x, text: a}]",
            "cases[0].memories[0].person: nobody called x lives in the home demo; there is aiko, ",
        ),
        ("say: hi\n    expect: {no_notices: [{}, {person: mrata}]}", "cases[0].expect.no_notices[1].person: nobody called mrata"),
        ("say: hi\n    any_of: [{facts: [{person: mrata}]}]", "cases[0].any_of[0].facts[0].person: nobody called mrata"),
        ("steps: [{after: 1, expect: {notices: [{person: mrata}]}}]", "cases[0].steps[0].expect.notices[0].person: nobody called mrata"),
        (
            "steps: [{set: {door.main.contactSensor.contat: 1}}]",
            "cases[0].steps[0].set.door.main.contactSensor.contat: the home demo has no",
        ),
        ("steps: [{after: 1, expect: {state: {a.b.c.d: 1}}}]", "cases[0].steps[0].expect.state.a.b.c.d: the home demo has no attribute"),
        ("steps: [{after: 1, expect: {others: [a.b.c.d]}}]", "cases[0].steps[0].expect.others[0]: the home demo has no attribute"),
    ],
)
async def test_who_and_what_the_home_does_not_have_is_found_before_anything_is_played(tmp_path: Path, case: str, error: str) -> None:
    file = tmp_path / "x.cases.yaml"
    file.write_text(f"{HEAD}cases:\n  - id: one\n    {case}\n", encoding="utf-8")
    street = FakeStreet({"hi": Reply()}, features=EVERYTHING_IT_CAN)
    with pytest.raises(Misconfigured) as caught:
        await evaluate_cases([file], factory=street, out=tmp_path / "out")
    assert error in str(caught.value)
    assert not any(house.said for house in street.households)


@pytest.mark.parametrize(
    ("case", "error"),
    [
        ("say: Hi\n    expct: {}", "x.cases.yaml:7: cases[0].expct: there is no such key; did you mean expect"),
        ("say: Hi\n    expect: {outcome: maybe}", "x.cases.yaml:7: cases[0].expect.outcome: Input should be 'honest' or 'done'"),
        ("say: Hi\n    expect: {approvals: -1}", "x.cases.yaml:7: cases[0].expect.approvals: Input should be greater than or equal to 0"),
        ("say: [Unlock the door, yes]", "x.cases.yaml:6: cases[0].say[1]: an unquoted yes is YAML's boolean, not the word; quote it"),
        (
            "say: Hi\n    before: {lamp.main.switch.switch: off}",
            "x.cases.yaml:7: cases[0].before.lamp.main.switch.switch: an unquoted off is",
        ),
        ("say: Hi\n    tasks: [{title: A, time: 15:30}]", "x.cases.yaml:7: cases[0].tasks[0].time: an unquoted 15:30 is a number to YAML"),
        (
            "say: Hi\n    tasks: [{title: A, date: 22.11.2026}]",
            "x.cases.yaml:7: cases[0].tasks[0].date: '22.11.2026' is not a date; write it as",
        ),
        ("say: Hi\n    tasks: [{date: 2026-11-22}]", "x.cases.yaml:7: cases[0].tasks[0].title: this key is required"),
        ("say: 30", "x.cases.yaml:6: cases[0].say: 30 is not something to say"),
        ("say: []", "x.cases.yaml:6: cases[0].say: [] is not something to say"),
        ("say: Hi\n    now: 2026-11-21T09:00:00", "x.cases.yaml:7: cases[0].now: give the time zone too"),
        (
            "say: Hi\n    expect: {state: {lamp.switch: 1}}",
            "cases[0].expect.state.lamp.switch: 'lamp.switch' is not an attribute; write device.",
        ),
        (
            "say: Hi\n    expect:\n      state:\n        a.b.c.d: {min: 3, maxi: 4}",
            "x.cases.yaml:9: cases[0].expect.state.a.b.c.d: a range has min",
        ),
        ("say: Hi\n    expect: {state: {a.b.c.d: {min: 5, max: 4}}}", "min 5 is above max 4"),
        ("say: Hi\n    expect: {answer: kitchen}", "cases[0].expect.answer: 'kitchen' is not allowed; write {all:"),
        ("say: Hi\n    expect: {answer: {any: kitchen}}", "cases[0].expect.answer: any must be a list"),
        ("say: Hi\n    expect: {answers: [{}, {}]}", "answers has 2 entries for 1 texts of say"),
        ("say: Hi\n    expect: {tasks: [{}]}", "cases[0].expect.tasks[0]: give at least one key"),
        ("say: Hi\n    expect: {others: anything}", "cases[0].expect.others: 'anything' is not allowed; write unchanged, or a list"),
        ("say: Hi\n    expect: {}\n    any_of: [{questions: 1}]", "cases[0]: give expect or any_of, not both"),
        ("say: Hi\n    memories: [2026-11-01: I like it dim]", "cases[0].memories: a memory is text; quote it whole"),
        ("say: Hi\n    say: Ho", "x.cases.yaml:7: cases[0].say: the key stands twice"),
        ("say: Hi\n    later: [{after: -1}]", "cases[0].later[0].after: "),
        ("say: Hi\n  - id: one\n    say: Ho", "x.cases.yaml:7: cases[1].id: one is the id of an earlier case too"),
        ("say: [Hi\n", "not valid YAML"),
    ],
)
def test_a_mistake_is_shown_with_file_line_and_key(tmp_path: Path, case: str, error: str) -> None:
    assert error in suite_error(tmp_path, f"{HEAD}cases:\n  - id: one\n    {case}\n")


def test_every_mistake_of_a_file_is_shown_at_once(tmp_path: Path) -> None:
    text = suite_error(tmp_path, f"{HEAD}cases:\n  - id: one\n    say: Hi\n    foo: 1\n    bar: 2\n")
    assert "cases[0].foo" in text
    assert "at least 1 item" not in text
    assert "x.cases.yaml:8: cases[0].bar" in text


def test_a_file_without_a_clock_says_what_is_missing(tmp_path: Path) -> None:
    assert "now is missing: give it once for the file, or in the case one" in suite_error(
        tmp_path, "home: demo\nperson: aiko\ncases: [{id: one, say: Hi}]"
    )


def test_a_home_file_must_lie_beside_the_cases(tmp_path: Path) -> None:
    text = f"{HEAD.replace('demo', 'homes/my.home.yaml')}cases: [{{id: one, say: Hi}}]"
    assert suite_error(tmp_path, text).startswith("x.cases.yaml:1: home: there is no file homes/my.home.yaml")
    (tmp_path / "homes").mkdir()
    (tmp_path / "homes" / "my.home.yaml").write_text("home: my")
    assert read_suite(tmp_path / "x.cases.yaml").home == tmp_path / "homes" / "my.home.yaml"


async def test_an_attribute_that_the_home_does_not_have_is_found_before_anything_is_played(tmp_path: Path) -> None:
    file = tmp_path / "x.cases.yaml"
    file.write_text(f"{HEAD}cases:\n  - id: one\n    say: hi\n    expect:\n      state:\n        lamp.main.switch.swich: 1\n")
    street = FakeStreet({"hi": Reply()})
    with pytest.raises(Misconfigured) as caught:
        await evaluate_cases([file], factory=street, out=tmp_path / "out")
    assert str(caught.value).startswith("x.cases.yaml:9: cases[0].expect.state.lamp.main.switch.swich: the home demo has no attribute")
    assert "did you mean lamp.main.switch.switch" in str(caught.value)
    assert not any(house.said for house in street.households)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["", "- just\n- a list\n", "home: &h [*h]\n", "\x00\x01"])
def test_what_is_no_case_file_at_all_is_said_plainly(tmp_path: Path, text: str) -> None:
    assert "x.cases.yaml" in suite_error(tmp_path, text)


@pytest.mark.parametrize(
    ("case", "error"),
    [
        ("routines: [{title: Stretching}]", "cases[0].routines[0].days: this key is required"),
        ("routines: [{title: Stretching, days: []}]", "cases[0].routines[0].days: "),
        ("routines: [{title: Stretching, days: [monday]}]", "cases[0].routines[0].days[0]: "),
        ("routines: [{title: A, days: [mon], steps: [{title: B, minutes: 0}]}]", "cases[0].routines[0].steps[0].minutes: "),
        ("expect: {routines: [{}]}", "cases[0].expect.routines[0]: give at least one key"),
        ("expect: {routines: [{steps: [{}]}]}", "cases[0].expect.routines[0].steps[0]: give at least one key"),
        ("expect: {no_logs: [{txt: {all: [a]}}]}", "cases[0].expect.no_logs[0].txt: there is no such key; did you mean text"),
    ],
)
def test_a_mistake_in_a_routine_or_in_the_diary_is_shown_too(tmp_path: Path, case: str, error: str) -> None:
    assert error in suite_error(tmp_path, f"{HEAD}cases:\n  - id: one\n    say: Hi\n    {case}\n")
