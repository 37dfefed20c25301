"""Of the readings that a trigger looks at, those that made it true are told."""

from yamori.automations.condition import AllOf, AnyOf, Comparison, Not
from yamori.automations.rules.causing import causing
from yamori.automations.trigger import Becomes

FRIDGE, FREEZER, LAMP = (Comparison(path=path, value="open") for path in ("fridge.main.c.c", "freezer.main.c.c", "lamp.main.c.c"))
READ = {"fridge.main.c.c": "open", "freezer.main.c.c": "closed", "lamp.main.c.c": "open"}


def test_of_things_of_which_either_is_enough_the_one_that_was_so_is_told() -> None:
    trigger = Becomes(test=AnyOf(tests=(FRIDGE, FREEZER)))
    assert causing(trigger, READ) == {"fridge.main.c.c": "open"}


def test_of_things_that_all_have_to_be_so_each_is_told() -> None:
    trigger = Becomes(test=AllOf(tests=(FRIDGE, Not(test=FREEZER))))
    assert causing(trigger, READ) == {"fridge.main.c.c": "open", "freezer.main.c.c": "closed"}


def test_all_that_was_read_is_told_of_a_trigger_that_is_gone() -> None:
    assert causing(None, READ) == READ
    assert causing(Becomes(test=LAMP), READ) == {"lamp.main.c.c": "open"}
