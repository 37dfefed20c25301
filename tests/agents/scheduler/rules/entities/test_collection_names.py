"""Which list or calendar of another system is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.scheduler.external import Collection, CollectionKind
from yamori.agents.scheduler.rules.entities.collection_names import named_collection


def collection(name: str, kind: str = "list", **more: tuple[str, ...]) -> Collection:
    return Collection(id=name, name=name, kind=CollectionKind(kind), **more)


EVERY = [
    collection("Shopping List"),
    collection("Household Errands"),
    collection("Miller's Corner"),
    collection("Drogerie"),
    collection("掃除当番"),
    collection("Family", "calendar"),
    collection("Team Calendar", "calendar"),
]


@pytest.mark.parametrize(
    ("said", "name", "read_as"),
    [
        ("Add milk to the shopping list", "Shopping List", "Add milk to my shopping list"),
        ("Put milk on our groceries list", "Shopping List", "Put milk on my shopping list"),
        ("買物リストに牛乳を追加して", "Shopping List", "買い物リストに牛乳を追加して"),
        ("put stamps on household errands", "Household Errands", "put stamps on my to-do list"),
        ("put stamps on my household errands to-do list", "Household Errands", "put stamps on my to-do list"),
        ("Add pears to the millers corner list", "Miller's Corner", "Add pears to my to-do list"),
        ("Add pears to Miller’s Corner", "Miller's Corner", "Add pears to my to-do list"),
        ("Take the soap off Drogerie", "Drogerie", "Take the soap off my to-do list"),
        ("掃除当番に窓ふきを追加", "掃除当番", "やることリストに窓ふきを追加"),
        ("What is on the family calendar?", "Family", "What is on my calendar?"),
        ("家族のカレンダーに運動会を入れて", "Family", "カレンダーに運動会を入れて"),
        ("Is anything on team calendar tomorrow?", "Team Calendar", "Is anything on my calendar tomorrow?"),
    ],
)
def test_a_collection_is_named_by_its_whole_name(said: str, name: str, read_as: str) -> None:
    found = named_collection(said, EVERY)
    assert found is not None and (found.collection.name, found.request) == (name, read_as)


@pytest.mark.parametrize(
    "said",
    [
        "Turn on the TV for the family",
        "Add milk to my to-do list",
        "What is on my calendar today?",
        "The drogerie closes at six",
        "家族に電話する",
        "Call the team tomorrow",
    ],
)
def test_words_that_are_no_name_of_one_name_none(said: str) -> None:
    assert named_collection(said, EVERY) is None


def test_of_names_within_each_other_the_longest_is_meant() -> None:
    both = [collection("Shopping List"), collection("Weekly Shopping List")]
    found = named_collection("Add rice to the weekly shopping list", both)
    assert found is not None and found.collection.name == "Weekly Shopping List" and found.others == ()


def test_two_of_one_name_are_both_given_and_two_names_in_one_sentence_are_none() -> None:
    twins = [Collection(id=i, name="Errands", kind=CollectionKind.LIST) for i in ("one", "two")]
    found = named_collection("Add rice to the errands list", twins)
    assert found is not None and len(found.others) == 1
    assert named_collection("Move milk from the shopping list to the errands list", [*EVERY, twins[0]]) is None


@given(st.text(alphabet="abcdefghij kl", min_size=3, max_size=20).map(str.strip).filter(lambda n: len(n) > 2))
def test_any_name_with_the_noun_behind_it_is_found(name: str) -> None:
    found = named_collection(f"Add water to the {name} list", [collection(name)])
    assert found is not None and found.request == "Add water to my to-do list"
