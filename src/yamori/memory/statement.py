"""Something that a person told: of whom, of what, and what of it. Read by `reading`, kept by the tools."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Topic(StrEnum):
    """What something told is of."""

    ALLERGY = "allergy"
    AVOID = "avoid"
    """What somebody does not eat, drink or take, for whatever reason."""
    SETTING = "setting"
    """A value that somebody likes something of the home to have."""
    LIKE = "like"
    DISLIKE = "dislike"
    FAVOURITE = "favourite"
    NAME = "name"
    """What a being is called."""
    ALIAS = "alias"
    """What the household calls a thing of the home, or the speaker."""
    BIRTHDAY = "birthday"
    ANNIVERSARY = "anniversary"
    WORK = "work"
    ADDRESS = "address"
    HABIT = "habit"
    OWNS = "owns"
    BODY = "body"
    OTHER = "other"


HEALTH = frozenset((Topic.ALLERGY, Topic.AVOID))
ONE_VALUE = frozenset((Topic.SETTING, Topic.FAVOURITE, Topic.NAME, Topic.ALIAS, Topic.BIRTHDAY, Topic.ANNIVERSARY, Topic.ADDRESS))
"""Of these a new value takes the place of the old one; of all others there may be many."""


@dataclass(frozen=True, kw_only=True)
class Statement:
    topic: Topic
    words: str
    """What was told, in the person's words, without what asks to remember it."""
    about: str = ""
    """Whom it is of: a name or `brother`; empty for whoever told it, and for the household where it is `shared`."""
    key: str = ""
    """Of what: the setting (`temperature`), the favourite (`team`), the thing that an alias stands for; empty where the topic says it."""
    value: str = ""
    when: str = ""
    """The situation in which it is so (`evening`), as `reading/words/` names it; empty: always."""
    shared: bool = False
    """It is of the household, and may be told to everybody who lives there."""

    until: datetime | None = None
    """When it ends; aware. None: it holds until somebody says otherwise."""
    roughly: bool = False
    """Nobody said when it ends: `for now`."""

    @property
    def slot(self) -> tuple[str, str, str, str]:
        """What can hold one value, or, of other topics, this one."""
        of_many = self.topic not in ONE_VALUE
        about = "we" if self.shared and not self.about else self.about.casefold()
        return self.topic.value, about, (self.value if of_many else self.key).casefold(), "" if of_many else self.when
