"""What is remembered of people for the orchestrator: words kept, sentences read with what is known, facts for
agents. Wired in `household`."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from yamori.agentkit.remembered import tokens_told
from yamori.agentkit.task import Remembered as RememberedFact
from yamori.agents.iot.remembered import asking
from yamori.agents.iot.remembered.applying import Candidate, Missing, Remembered
from yamori.agents.iot.remembered.settings import RememberedSettings
from yamori.apps.habits_seen import HabitsSeen
from yamori.domain.answer import No, Yes, read_answer
from yamori.domain.home import Home
from yamori.domain.language import language_of
from yamori.memory.habits import daily
from yamori.memory.kept import Keeping, Kept
from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.situated import wished_now
from yamori.memory.reading.situations import is_of_an_hour
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import HEALTH, Statement, Topic
from yamori.memory.using.concerning import Concern, concerns
from yamori.memory.using.days import with_days
from yamori.memory.using.eating import avoided
from yamori.memory.using.loved import with_loved, with_place
from yamori.memory.using.names import Put, with_names
from yamori.memory.using.of_things import told_of_things
from yamori.memory.using.persons import with_persons
from yamori.memory.using.resolving import answered, in_full, question
from yamori.memory.using.routines import with_routine
from yamori.memory.using.times import with_time
from yamori.memory.wording import as_you_told, text, what
from yamori.orchestrator.remembering import Given, Heard, Resolved
from yamori.understanding.detection import spoken_language
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.mood import is_question
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

MOST_TOKENS = 150
"""Of what is handed to one agent."""
_SURE = 0.5
"""Odds from which on a reader is taken at its word about what a request wants done; nothing is done by that alone."""
_SITUATIONS = "situations"
"""The kind of facts that a card names to be told what somebody likes in a situation (`film`)."""
_TOPICS = {
    "taste": frozenset((Topic.LIKE, Topic.DISLIKE, Topic.SETTING, Topic.FAVOURITE)),
    "health": HEALTH,
    "names": frozenset((Topic.NAME, Topic.ALIAS)),
    _SITUATIONS: frozenset((Topic.SETTING,)),
    "family": frozenset((Topic.NAME, Topic.BIRTHDAY, Topic.ANNIVERSARY)),
}
"""By the kind of fact that a card names."""


class HouseholdMemory:
    """Fulfils `orchestrator.remembering.Remembering`."""

    def __init__(
        self,
        keeping: Keeping,
        reader: Reader,
        residents: Callable[[], Collection[str]],
        home: Callable[[], Home],
        settings: RememberedSettings | None = None,
        habits: HabitsSeen | None = None,
    ) -> None:
        """Without `settings` nothing that was told is applied to devices but what is told in the forms of `memory.using`. Without
        `habits` nothing is proposed."""
        self._keeping, self._reader, self._residents, self._home, self._settings = keeping, reader, residents, home, settings
        self._habits = habits

    async def hear(self, heard: Heard, *, key: str) -> None:
        if heard.person in self._residents():
            await self._keeping.hear(heard.person, heard.text, at=heard.now, key=key, conversation=heard.conversation, room=heard.room)

    async def proposed(self, heard: Heard) -> str:
        if self._habits is None or heard.person not in self._residents():
            return ""
        asked = [habit for habit in await self._habits.of(heard.person) if habit.turn == heard.turn]
        if len(asked) != 1:  # of a request that did several things it is not plain which of them is the habit
            return ""
        decisions, habit = self._habits.decisions, asked[0]
        if not await decisions.offer(heard.person, habit.id, conversation=heard.conversation, turn=heard.turn):
            return ""
        return text("habit", spoken_language(heard.text), days=str(habit.days), time=habit.time)

    async def _answered_proposal(self, heard: Heard) -> Resolved | None:
        """What a yes or a no to what was proposed right before comes to; None for anything else."""
        if self._habits is None or heard.person not in self._residents():
            return None
        decisions = self._habits.decisions
        offered = await decisions.take_offer(heard.person, conversation=heard.conversation, turn=heard.turn)
        answer = read_answer(heard.text) if offered is not None else None
        habit = await self._habits.with_id(heard.person, offered) if offered is not None and isinstance(answer, Yes | No) else None
        if habit is None:
            return None
        await decisions.decide(heard.person, habit.id, accepted=isinstance(answer, Yes), now=heard.now)
        if isinstance(answer, Yes):
            return Resolved(text=daily(habit))
        return Resolved(text=heard.text, reply=text("habit_declined", spoken_language(habit.words)))

    async def resolve(self, heard: Heard) -> Resolved:
        if (decided := await self._answered_proposal(heard)) is not None:
            return decided
        facts = await self._known(heard)
        utterance = utterance_of(heard.text, heard.now)
        frames = await self._reader.read(utterance)
        if self._is_of_memory(heard, frames, facts):
            return Resolved(text=heard.text)
        if (wished := wished_now(utterance, facts)) is not None and self._settings is not None:
            words = wished.statement.words
            request = await self._settings.told(words, person=heard.person, room=heard.room, now=heard.now)
            if request is not None:
                reason = as_you_told(words, language_of(heard.text))
                return replace(self._resolved(Put(text=request, used=(wished,)), heard), reasons=(reason,))
        if (routine := with_routine(heard.text, facts)).used:
            return self._resolved(routine, heard)
        as_told = await self._as_told(heard, facts, frames)
        if isinstance(as_told, Resolved):
            return as_told
        full = in_full(heard.text, frames, facts, heard.now, self._rooms())
        if full.missing is not None:
            asks = heard.person in self._residents()
            return Resolved(text=heard.text, question=question(full.missing, language_of(heard.text)) if asks else "")
        if as_told is not None and full.text == heard.text and heard.person in self._residents():
            return Resolved(text=heard.text, question=asking.question(as_told, language_of(heard.text)))
        if full.text == heard.text and (put := self._said_in_full(heard.text, frames, facts)) is not None:
            return self._resolved(put, heard)
        used = tuple(_remembered(f, heard) for f in full.used)
        return Resolved(text=full.text, used=used, ids=tuple(f.id for f in full.used), reasons=full.reasons)

    def _said_in_full(self, text: str, frames: Sequence[Frame], facts: Sequence[Kept]) -> Put | None:
        """What somebody loves by its name, and for what is looked up on the web the place that it be near to."""
        loved = with_loved(text, facts)
        if loved.used and not is_question(text):
            return loved
        if not any(f.intent is IntentName.WEB and f.odds >= _SURE for f in frames):
            return None
        near = with_place(text, facts, self._home().place.name)
        return near if near.text != text else None

    async def _as_told(self, heard: Heard, facts: Sequence[Kept], frames: Sequence[Frame]) -> Resolved | Missing | None:
        """A request for devices with the values of a sentence that the person told; where none fits, what it points at, if anything."""
        if self._settings is None:
            return None
        named = with_names(with_persons(heard.text, self._others(heard.person)), facts)
        calls = [(f.id, f.source) for f in facts if f.statement.topic is Topic.OTHER]
        called = await self._settings.named(named.text, calls, person=heard.person, room=heard.room, now=heard.now)
        if called is not None:
            named = Put(text=called.text, used=(*named.used, *(f for f in facts if f.id == called.memory)))
        if (dated := with_days(named.text, facts)).used and not is_question(named.text):
            return self._resolved(Put(text=dated.text, used=(*named.used, *dated.used)), heard)
        others = self._people_names(heard.person)
        of_any_time = told_of_things(facts, heard.person, None, named.text, others)
        if (timed := with_time(named.text, of_any_time, heard.now)) is not None:
            used = (*named.used, timed.told.fact)
            reason = as_you_told(timed.told.text, language_of(heard.text))
            return replace(self._resolved(Put(text=timed.text, used=used), heard), reasons=(reason,))
        told = told_of_things(facts, heard.person, heard.now, named.text, others)
        memories = [Remembered(id=each.fact.id, text=each.text, at=each.fact.since, whose=each.whose) for each in told]
        applied = await self._applied(named.text, memories, heard, frames)
        if applied is None or isinstance(applied, Missing):
            return self._resolved(named, heard) if called is not None else applied
        used = (*named.used, next(each.fact for each in told if each.fact.id == applied.memory.id))
        return Resolved(
            text=applied.text,
            used=tuple(_remembered(f, heard) for f in used),
            ids=tuple(f.id for f in used),
            reasons=(as_you_told(applied.memory.text, language_of(heard.text)),),
        )

    async def _applied(
        self, text: str, memories: Sequence[Remembered], heard: Heard, frames: Sequence[Frame]
    ) -> Candidate | Missing | None:
        if self._settings is None:
            return None
        intents = {f.intent for f in frames if f.odds >= _SURE}
        return await self._settings.applied(
            text, memories, person=heard.person, room=heard.room, now=heard.now, names=self._people_names(""), intents=intents
        )

    def _resolved(self, named: Put, heard: Heard) -> Resolved:
        used = tuple(_remembered(f, heard) for f in named.used)
        return Resolved(text=named.text, used=used, ids=tuple(f.id for f in named.used))

    async def answered(self, heard: Heard, answer: str) -> Resolved:
        full = in_full(heard.text, (), await self._known(heard), heard.now, self._rooms())
        if full.missing is None:
            return await self._answered_of_a_thing(heard, answer)
        language = language_of(heard.text)
        statement = answered(full.missing, answer, language)
        if statement is None:
            return Resolved(text=heard.text, question=question(full.missing, language))
        if not await self._keeping.paused(heard.person):
            await self._keeping.keep(heard.person, statement, source=answer, at=heard.now, turn=heard.turn)
        return await self.resolve(heard)

    async def _answered_of_a_thing(self, heard: Heard, answer: str) -> Resolved:
        """The same of what one device is to be like; kept where the answer names a value that it can take."""
        frames = await self._reader.read(utterance_of(heard.text, heard.now))
        lacking = await self._as_told(heard, await self._known(heard), frames)
        if not isinstance(lacking, Missing):  # it was answered, and the turn goes on once more
            return await self.resolve(heard)
        language = language_of(heard.text)
        said = asking.told_by(lacking, answer, language)
        tried = [Remembered(id="", text=said, at=heard.now)] if said is not None else []
        if said is None or not isinstance(await self._applied(heard.text, tried, heard, frames), Candidate):
            return Resolved(text=heard.text, question=asking.question(lacking, language))
        if not await self._keeping.paused(heard.person):
            statement = Statement(topic=Topic.OTHER, words=said, value=said)
            await self._keeping.keep(heard.person, statement, source=answer, at=heard.now, turn=heard.turn)
        return await self.resolve(heard)

    async def given(self, heard: Heard, request: str, recalls: Collection[str]) -> Given:
        topics = frozenset(topic for kind in recalls for topic in _TOPICS.get(kind, ()))
        known = [f for f in await self._known(heard) if f.statement.topic in topics]
        concern = Concern(request=request, now=heard.now, residents=self._names())
        # `good night` says nothing of lights: the agent of scenes knows which situation it is.
        situations = frozenset(f.id for f in known if _SITUATIONS in recalls and f.statement.when and not is_of_an_hour(f.statement.when))
        told = sorted((f for f in known if f.id in situations or concerns(f, concern)), key=_rank)
        found = _within([(f.id, _remembered(f, heard)) for f in told], MOST_TOKENS)
        return Given(facts=tuple(fact for _, fact in found), ids=tuple(id for id, _ in found))

    async def used(self, person: str, ids: Sequence[str]) -> None:
        if person in self._residents():
            await self._keeping.used(person, ids)

    def _is_of_memory(self, heard: Heard, frames: Sequence[Frame], facts: Sequence[Kept]) -> bool:
        """Whether the whole sentence tells something, or asks for what is remembered: then it is read as it was said."""
        home = self._home()
        things = tuple(name for device in home.devices for name in (device.name, *device.aliases))
        known = Known(names=self._names(), things=things, facts=facts)
        wanted = wanted_of(frames, utterance_of(heard.text, heard.now), known)
        return wanted is not None and not (isinstance(wanted, Keep) and wanted.rest)

    def _names(self) -> tuple[str, ...]:
        return tuple(name for person in self._home().people for name in (person.name, person.id, *person.aliases))

    def _others(self, without: str) -> tuple[tuple[str, ...], ...]:
        """What each of the others is called."""
        return tuple((*person.aliases, person.name, person.id) for person in self._home().people if person.id != without)

    def _people_names(self, without: str) -> tuple[str, ...]:
        return tuple(name for person in self._home().people if person.id != without for name in (person.name, person.id, *person.aliases))

    def _rooms(self) -> tuple[str, ...]:
        return tuple(name for room in self._home().rooms for name in (room.name, *room.aliases))

    async def _known(self, heard: Heard) -> Sequence[Kept]:
        return await self._keeping.known(heard.person) if heard.person in self._residents() else ()


def _remembered(fact: Kept, heard: Heard) -> RememberedFact:
    statement = fact.statement
    likes = {statement.key: float(statement.value)} if statement.topic is Topic.SETTING and _is_number(statement.value) else {}
    avoids = avoided(statement) if statement.topic in HEALTH else ()
    return RememberedFact(
        text=what(fact, heard.person),
        source=fact.source,
        since=fact.since,
        likes=likes,
        avoids=avoids,
        about=fact.statement.about,
        when=statement.when,
    )


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _rank(fact: Kept) -> tuple[bool, float]:
    """What is so now goes before what is so always, then the weightier before the others."""
    return not (fact.statement.when or fact.statement.until), -fact.weight


def _within(facts: Sequence[tuple[str, RememberedFact]], most: int) -> Sequence[tuple[str, RememberedFact]]:
    """The first that fit as they are told to a model, with their ids; of health all: what is not told there is still checked by code."""
    found: list[tuple[str, RememberedFact]] = []
    for id, fact in facts:
        if fact.avoids or tokens_told([*(held for _, held in found), fact]) <= most:
            found.append((id, fact))
    return found
