"""The tools of the Memory agent. Whose memory it is comes from the task, never from an argument; everything at once goes after a yes."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from hashlib import blake2b

from yamori.agentkit.argument_types import Moment
from yamori.agentkit.task import Approval, Task, ToolRun
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person
from yamori.domain.values import Value
from yamori.memory.audience import HOUSEHOLD
from yamori.memory.kept import Keeping, Kept, Said
from yamori.memory.reading.of_whom import is_of_another
from yamori.memory.reading.vocabulary import folded
from yamori.memory.statement import Statement, Topic
from yamori.memory.updating import LONGEST_LIFE
from yamori.memory.wording import TEXTS, is_of_a_thing, joined, kept_text, listed, said_text, several, text, told, what, with_days_left

APPROVAL = "memory/"
"""How the ids of approvals begin that wait here."""
EVERYTHING = "everything"
ANSWER = "answer_memory"
"""The tool of a run that an answer set going; nobody calls it."""
LONGEST = 500
"""Characters of anything told."""
_SAID = 3
"""So many of somebody's sentences are told at once."""
ANSWERS = 0.5
"""Relevance from which on what somebody said may answer a question. Measured on 12 questions about 15 utterances and 20 about other things:
nine of the first reach it, one of the others (which a device answers)."""


class MemoryTools:
    access = Access(who=Who.FAMILY, scope=Scope.CHAT, owner=Owner.PERSON)

    def __init__(
        self,
        keeping: Keeping,
        residents: Callable[[], Collection[str]],
        things: Callable[[], Collection[str]],
        people: Callable[[], Sequence[Person]] = tuple,
    ) -> None:
        """`residents`: ids of those of whom anything is kept. `things`: names of devices and rooms. `people`: who lives there."""
        self.keeping, self.residents, self.things, self.people = keeping, residents, things, people

    def is_guest(self, task: Task) -> bool:
        return task.person not in self.residents()

    @tool(effect=Effect.ADD, idempotent=True)
    async def remember(
        self,
        topic: Topic,
        words: str,
        value: str,
        about: str = "",
        key: str = "",
        when: str = "",
        shared: bool = False,
        until: Moment | None = None,
        roughly: bool = False,
        *,
        call: Call,
    ) -> ToolResult:
        """Keep what the person told of themselves or the household. `words` are theirs; `about` is whom it is of (a name, or `brother`;
        empty: the person), `value` what is told, `key` of what (`temperature`, `team`), `when` in which situation, `shared`: of the
        household, `until`: when it ends, `roughly` where they did not say when."""
        task = call.task
        if self.is_guest(task):
            return _said("refused", text("guest", task.language))
        if await self.keeping.paused(task.person):
            return _said("refused", text("is_paused", task.language))
        if not value.strip() or any(len(said) > LONGEST for said in (words, value, about, key)):
            raise InvalidRequest(f"what is told has 1 to {LONGEST} characters", where="value")
        if until is not None and until.tzinfo is None:
            until = until.replace(tzinfo=task.now.tzinfo)
        if until is not None and not (task.now < until <= task.now + LONGEST_LIFE):
            raise InvalidRequest("it ends later than now, and within a year", where="until")
        statement = Statement(
            topic=topic, words=words, about=about, key=key, value=value, when=when, shared=shared, until=until, roughly=roughly
        )
        known = await self.keeping.known(task.person)
        there = next((f for f in known if f.statement.slot == statement.slot and _same(f.statement, statement)), None)
        if there is not None:
            return _said("known", kept_text(there, None, task.language, already=True), fact=there)
        kept, before = await self.keeping.keep(task.person, statement, source=task.said, at=task.now, turn=task.turn)
        words = kept_text(kept, before, task.language, already=False)
        if not kept.statement.shared and is_of_a_thing(kept.statement):
            words = joined((words, text("only_you", task.language)), task.language)
        return _said("kept", words, fact=kept, before=before)

    @tool(effect=Effect.CHANGE)
    async def correct_fact(self, fact: str, value: str, *, call: Call) -> ToolResult:
        """Give something that is remembered another value. `fact` is its id."""
        task = call.task
        old = await self._own(fact, task)
        statement = old.statement
        if not value.strip() or len(value) > LONGEST:
            raise InvalidRequest(f"a value has 1 to {LONGEST} characters", where="value")
        new = replace(statement, value=value, words=corrected_words(statement, value))
        if new.slot != statement.slot:
            await self.keeping.forget(task.person, [fact])
        kept, _ = await self.keeping.keep(task.person, new, source=task.said, at=task.now, turn=task.turn)
        return _said("corrected", text("corrected", task.language, what=told(kept.statement)), fact=kept, before=old)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def share_fact(self, fact: str, with_everyone: bool = True, *, call: Call) -> ToolResult:
        """Let everybody who lives here hear something that the person told, or (`with_everyone` false) nobody but them. `fact` is an id."""
        task = call.task
        old = await self._own(fact, task)
        if old.by != task.person:
            return _said("refused", text("not_yours_to_share", task.language))
        name = "shared" if with_everyone else "private"
        if old.statement.shared is with_everyone:
            return _said("known", text(f"{name}_already", task.language, what=told(old.statement)), fact=old)
        if await self.keeping.paused(task.person):
            return _said("refused", text("is_paused", task.language))
        kept = await self.keeping.share(task.person, fact, with_everyone=with_everyone, at=task.now)
        return _said(name, text(f"{name}_now", task.language, what=told(kept.statement)), fact=kept, before=old)

    @tool(effect=Effect.CHANGE)
    async def forget(self, facts: list[str], *, call: Call) -> ToolResult:
        """Forget what is remembered; `facts` are ids. Several at once are asked about first."""
        task = call.task
        known = await self.keeping.known(task.person)
        found = [f for f in known if f.id in facts]
        own = [f for f in found if f.person in (task.person, HOUSEHOLD)]
        if not own:
            return _said("refused", text("not_yours" if found else "nothing_of_it", task.language))
        if len(own) > 1:
            words = "".join(f"\n- {what(f, task.person)}" for f in own)
            asks = text("asks_several", task.language, what=words)
            return self._asked(",".join(f.id for f in own), asks, asks)
        return await self._forgotten([f.id for f in own], task)

    @tool(effect=Effect.IRREVERSIBLE)
    async def forget_everything(self, *, call: Call) -> ToolResult:
        """Forget all that the person told and said: asks first, since it cannot be taken back."""
        task = call.task
        if self.is_guest(task):
            return _said("refused", text("guest", task.language))
        own = [f for f in await self.keeping.known(task.person) if f.person == task.person]
        asks = text("asks_everything", task.language, count=TEXTS.counted(task.language, "things", len(own)))
        return self._asked(EVERYTHING, asks, text("shows_everything", task.language, person=task.person))

    @tool(effect=Effect.READ)
    async def recall_facts(
        self,
        facts: list[str] | None = None,
        about: str = "",
        query: str = "",
        everything: bool = False,
        misses: bool = False,
        *,
        call: Call,
    ) -> ToolResult:
        """What is remembered. `facts` are ids; without them, everything that the person may hear. With a `query` what they said about it is
        told where no fact is known."""
        task, language = call.task, call.task.language
        known = await self.keeping.known(task.person)
        found = [f for f in known if facts is None or f.id in facts]
        # What was made of a child's words is for the child, also where an adult asks in its name.
        profile = await self.keeping.profile(task.person) if everything and task.by is None else ""
        if profile:
            short = text("in_short", language, profile=profile)
            return _said("recalled", f"{short}\n{listed(found, task.person, language)}" if found else short, facts=found)
        if not found and query and (said := await self.said(task, query, limit=1)):
            words = with_days_left(said_text(said, language), [said[0].text], task.request, task.now, language)
            return _said("recalled", words)
        if not found:
            words = text("nothing_about", language, about=about) if about else text("nothing_known" if everything else "unknown", language)
            return _said("recalled", words)
        if everything or facts is None:
            return _said("recalled", listed(found, task.person, language), facts=found)
        words = several(found, task.person, language)
        answer = text("not_that" if misses else "told", language, what=words if not misses else words[:1].lower() + words[1:])
        words = with_days_left(answer, [found[0].statement.words], task.request, task.now, language)
        return _said("recalled", words, facts=found)

    @tool(effect=Effect.READ)
    async def what_was_said(self, query: str, answers: bool = False, *, call: Call) -> ToolResult:
        """What the person said about something, in their own words. With `answers` the query is a question, and only the words that lie
        nearest are told, if they may answer it."""
        task = call.task
        limit, at_least = (1, ANSWERS) if answers else (_SAID, 0.0)
        found = await self.said(task, query, limit=limit, at_least=at_least)
        rows: list[Value] = [{"text": s.text, "at": s.at.isoformat()} for s in found]
        words = said_text(found, task.language) if found else text("said_nothing", task.language)
        words = with_days_left(words, [s.text for s in found], task.request, task.now, task.language)
        return ToolResult(value={"did": "recalled", "text": words, "said": rows})

    async def said(self, task: Task, query: str, *, limit: int, at_least: float = 0.0) -> list[Said]:
        """What the person said nearest to a question, without what names other people than the question does."""
        found = await self.keeping.said(task.person, query, limit=limit, before=task.now, turn=task.turn, at_least=at_least)
        return [one for one in found if not is_of_another(one.text, query, self.people())]

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def pause_remembering(self, paused: bool, *, call: Call) -> ToolResult:
        """Keep nothing of what the person says until they resume it (`paused` false)."""
        task = call.task
        if self.is_guest(task):
            return _said("refused", text("guest", task.language))
        await self.keeping.pause(task.person, paused)
        return _said("paused" if paused else "resumed", text("paused" if paused else "resumed", task.language))

    async def answered(self, approval: str, agreed: bool, task: Task) -> ToolRun:
        """What a person's answer to something of ours comes to. It is theirs alone that is forgotten, whoever's approval it names."""
        meant = approval.removeprefix(APPROVAL).rpartition("/")[0]
        if not agreed:
            return _run(approval, _said("refused", text("kept_everything", task.language)))
        if meant == EVERYTHING:
            await self.keeping.forget_everything(task.person)
            return _run(approval, _said("forgot", text("forgot_everything", task.language)))
        return _run(approval, await self._forgotten(meant.split(","), task))

    async def _forgotten(self, ids: list[str], task: Task) -> ToolResult:
        gone = await self.keeping.forget(task.person, ids, turn=task.turn)
        if not gone:
            return _said("refused", text("nothing_of_it", task.language))
        words = text("between_forgotten", task.language).join(what(f, task.person) for f in gone)
        return _said("forgot", text("forgotten", task.language, what=words))

    async def _own(self, id: str, task: Task) -> Kept:
        found = next((f for f in await self.keeping.known(task.person) if f.id == id and f.person in (task.person, HOUSEHOLD)), None)
        if found is None:
            raise NotFound("you have told nothing of that id", where="fact")
        return found

    def _asked(self, meant: str, asks: str, shows: str) -> ToolResult:
        mark = blake2b(meant.encode(), digest_size=4).hexdigest()
        held = Approval(id=f"{APPROVAL}{meant}/{mark}", shows=shows)
        return replace(_said("asked", asks), approvals=(held,))


def corrected_words(statement: Statement, value: str) -> str:
    """What was told, with the new value in the old one's place."""
    old = statement.value
    at = statement.words.casefold().find(old.casefold())
    return statement.words[:at] + value + statement.words[at + len(old) :] if old and at >= 0 else value


def _same(one: Statement, other: Statement) -> bool:
    """Whether one says the other already: for as long."""
    return folded(one.value) == folded(other.value) and one.until in (None, other.until)


def _said(did: str, words: str, *, fact: Kept | None = None, before: Kept | None = None, facts: Collection[Kept] = ()) -> ToolResult:
    value: dict[str, Value] = {"did": did, "text": words}
    if fact is not None:
        value["fact"] = {"id": fact.id, "words": fact.statement.words, "since": fact.since.isoformat()}
    if before is not None:
        value["before"] = {"id": before.id, "words": before.statement.words}
    if facts:
        value["facts"] = [{"id": f.id, "words": f.statement.words, "since": f.since.isoformat()} for f in facts]
    return ToolResult(value=value)


def _run(approval: str, result: ToolResult) -> ToolRun:
    return ToolRun(tool=ANSWER, arguments={"approval": approval}, ok=True, result=result.value, approvals=result.approvals)
