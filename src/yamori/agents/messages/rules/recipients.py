"""Who in the home is meant by `Kenji and the kids`, `everyone`, メイちゃん. Pure."""

from collections.abc import Collection, Sequence

from yamori.domain.home import Person, PersonRole
from yamori.understanding.addressees import Addressee, Group


def recipients(named: Sequence[Addressee], people: Sequence[Person], *, speaker: str, before: Collection[str] = ()) -> tuple[Person, ...]:
    """Each once, in the order of the home, whose members `people` are. A group leaves the speaker out, who may be named beside it; who is
    only pointed at is whoever was told something `before`."""
    ids = {id for addressee in named for id in (before if addressee.group is Group.POINTED else _ids(addressee, people, speaker))}
    return tuple(person for person in people if person.id in ids)


def _ids(addressee: Addressee, people: Sequence[Person], speaker: str) -> Sequence[str]:
    match addressee.group:
        case None | Group.POINTED:
            return addressee.people
        case Group.SPEAKER:
            return (speaker,)
        case Group.EVERYONE:
            return [person.id for person in people if person.id != speaker]
        case Group.CHILDREN:
            return [person.id for person in people if person.role is PersonRole.CHILD and person.id != speaker]
