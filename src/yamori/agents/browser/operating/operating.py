"""The loop of the gear *operate*: look, let a model choose one action, do it, read it back, until the goal is proven.

What would send, pay, post, delete or give something away stops and waits with its page open; `answered` goes on from there. Called by the
tools and by the policy. What a page says reaches no other agent from here.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files

from yamori.agents.browser.engine import Acted, BrowserEngine, BrowserSession, Element, ElementGone, Observation, Permit, Sent
from yamori.agents.browser.operating.choices import Action, Did, action_of, request_text, schema_of, shown_elements, telling_lines
from yamori.agents.browser.operating.consequences import Consequence, Kind, consequence_of
from yamori.agents.browser.operating.evidence import Evidence, Step, evidence_of, links_to, open_words
from yamori.agents.browser.operating.goal import Goal, same_site
from yamori.agents.browser.operating.proposals import proposed
from yamori.agents.browser.ports import PageUnavailable, Search, SearchUnavailable
from yamori.domain.errors import InvalidRequest, NotFound, TryAgain
from yamori.llm.port import Models, Prompt, Role

STEPS = 15
"""Decisions of a model for one task."""
WAITS = 600.0
"""Seconds that something held waits for its answer, with its page open."""
_REJECTED = 2
"""How often a model may say `done` of what is not proven."""
_SEARCH = "search:"
_TOKENS = 120
Progress = Callable[[Step], None]


class Ending(StrEnum):
    DONE = "done"
    """Every word of the goal is met, and every claim holds."""
    PARTLY = "partly"
    HELD = "held"
    LOG_IN = "log_in"
    """A secret is asked for, which the house never types."""
    STUCK = "stuck"
    """The steps are used up, or the model found no way."""
    UNREACHED = "unreached"
    """The page cannot be opened."""
    NOWHERE = "nowhere"
    """No address was named, and no search found one."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """What waits for a person, exactly as it would be done."""

    id: str
    kind: Kind
    button: str
    page: Observation
    sends: Sent | None
    """What would go where; None where pressing it is all that is known."""
    asks: str = ""
    """What the page's script asked on the last press."""


@dataclass(frozen=True, kw_only=True)
class Operated:
    """What came of a task so far."""

    goal: Goal
    ending: Ending
    steps: tuple[Step, ...]
    page: Observation | None = None
    """Where it ended."""
    evidence: Evidence | None = None
    held: Held | None = None
    model_calls: int = 0


@dataclass(kw_only=True)
class _Work:
    goal: Goal
    person: str
    session: BrowserSession
    allowed: list[str]
    progress: Progress
    turn: str | None
    model: str | None
    steps: list[Step] = field(default_factory=list)
    did: set[Did] = field(default_factory=set)
    clicked: set[tuple[str, str, str, str]] = field(default_factory=set)
    calls: int = 0
    rejected: int = 0
    problem: str = ""
    held: Held | None = None
    element: Element | None = None
    permit: Permit | None = None
    has_sent: bool = False
    has_acted: bool = False
    filled: str = ""
    """The page whose fields something was put into."""

    def told(self, step: Step) -> None:
        self.steps.append(step)
        self.progress(step)


class Operating:
    """Over one browser; one task at a time for each person."""

    def __init__(self, engine: BrowserEngine, models: Models, search: Search | None = None, *, steps: int = STEPS) -> None:
        self._engine, self._models, self._search, self._most = engine, models, search, steps
        self._waiting: dict[str, _Work] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._lines: dict[str, asyncio.Lock] = {}

    async def run(self, goal: Goal, *, person: str, progress: Progress, turn: str | None = None, model: str | None = None) -> Operated:
        """Raises `BrowserAbsent`, `BrowserLost`, `ModelFailed` and what else a model raises."""
        async with self._lines.setdefault(person, asyncio.Lock()):
            if not goal.addresses and self._search is None:
                return Operated(goal=goal, ending=Ending.NOWHERE, steps=())
            allowed = list(goal.addresses)
            session = await self._engine.session(person, sites=lambda url: any(same_site(url, one) for one in allowed))
            work = _Work(goal=goal, person=person, session=session, allowed=allowed, progress=progress, turn=turn, model=model)
            return await self._kept(work, self._begun(work))

    async def answered(self, approval: str, *, yes: bool, person: str, progress: Progress) -> Operated:
        """Go on with what was held. Raises `NotFound` where it is not there any more, `InvalidRequest` for somebody else."""
        work = self._waiting.get(approval)
        if work is None or work.held is None:
            raise NotFound("this is not waiting any more", where="approval")
        if work.person != person:
            raise InvalidRequest("this waits for somebody else", where="approval")
        del self._waiting[approval]
        self._timers.pop(approval).cancel()
        async with self._lines.setdefault(person, asyncio.Lock()):
            work.progress = progress
            held, work.held = work.held, None
            if not yes:
                work.told(_step(held.page, Action(do="click"), work.element, ok=False, result="declined"))
                return await self._kept(work, self._ended(work, Ending.PARTLY, held.page))
            return await self._kept(work, self._agreed(work, held))

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for work in self._waiting.values():
            await work.session.close()
        self._waiting.clear()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _kept(self, work: _Work, going: Awaitable[Operated]) -> Operated:
        """What comes of it; its page stays open only where something is held."""
        operated = None
        try:
            operated = await going
            return operated
        finally:
            if operated is None or operated.held is None:
                self._close_beside(work.session)

    def _close_beside(self, session: BrowserSession) -> None:
        """Nobody waits until a page has gone, least of all whoever stopped it."""
        closing = asyncio.get_running_loop().create_task(session.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _begun(self, work: _Work) -> Operated:
        if work.goal.addresses:
            if not await self._open(work, work.goal.addresses[0]):
                return await self._ended(work, Ending.UNREACHED, None)
            return await self._goes_on(work)
        assert self._search is not None
        try:
            results = await self._search.find(work.goal.words[:300], work.goal.language)
        except SearchUnavailable:
            results = ()
        if not results:
            return await self._ended(work, Ending.NOWHERE, None)
        found = Observation(
            url=_SEARCH,
            title="Search results",
            text="",
            elements=tuple(
                Element(index=number, role="link", name=result.title or result.url, href=result.url, near=result.excerpt[:120])
                for number, result in enumerate(results[:8])
            ),
        )
        chosen = await self._chosen(work, found)
        element = next((one for one in found.elements if chosen is not None and one.index == chosen.on), found.elements[0])
        work.allowed.append(element.href)
        if not await self._open(work, element.href):
            return await self._ended(work, Ending.UNREACHED, None)
        return await self._goes_on(work)

    async def _open(self, work: _Work, url: str) -> bool:
        try:
            acted = await work.session.open(url)
        except (PageUnavailable, InvalidRequest):
            work.told(Step(page=url, title="", do="open", input=url, ok=False, result="unreached"))
            return False
        work.told(Step(page=acted.url, title="", do="open", input=url, result=acted.url))
        return True

    async def _goes_on(self, work: _Work) -> Operated:
        page: Observation | None = None
        while work.calls < self._most and len(work.steps) < 2 * self._most:
            try:
                page = await work.session.observe()
            except PageUnavailable:
                return await self._ended(work, Ending.UNREACHED, page)
            if work.has_acted and not open_words(work.goal, page, work.steps) and not self._sure(work, page):
                return await self._ended(work, Ending.DONE, page, claims=(page.title, *telling_lines(work.goal, page)))
            action = self._sure(work, page) or await self._chosen(work, page)
            if action is None:
                continue
            if action.do == "done":
                evidence = evidence_of(work.goal, page, work.steps, action.claims)
                work.rejected += 1
                if evidence.is_whole or work.rejected > _REJECTED:
                    return await self._ended(work, Ending.DONE, page, claims=(*action.claims, *telling_lines(work.goal, page)))
                said = [f"the page does not say {claim!r}" for claim in evidence.missing]
                said += [f"not seen to yet: {', '.join(evidence.open_words)}"] if evidence.open_words else []
                work.problem = "; ".join(said)
                continue
            ended = await self._done(work, page, action)
            if ended is not None:
                return ended
        return await self._ended(work, Ending.STUCK, page)

    def _sure(self, work: _Work, page: Observation) -> Action | None:
        """What needs no model; nothing that was done on this page before."""
        action = proposed(
            work.goal, page, work.did, links_to(work.goal, page, work.steps), filled=work.filled == page.url, pressed=_pressed(work, page)
        )
        element = next((one for one in page.elements if action is not None and one.index == action.on), None)
        if action is None or element is None:
            return None
        known = (page.url, element.role, element.name, element.near) in work.clicked
        return None if action.do == "click" and known else action

    async def _chosen(self, work: _Work, page: Observation) -> Action | None:
        """One decision; None where the answer was none that may be carried out."""
        goal = work.goal
        offered = shown_elements(page, goal)
        fresh = [e for e in offered if (page.url, e.role, e.name, e.near) not in work.clicked]
        schema = schema_of(goal, page, fresh, work.did, can_go_back=page.url != _SEARCH and len(work.steps) > 1)
        left = open_words(goal, page, work.steps)
        request = request_text(goal, page, offered, [_line(step) for step in work.steps], open_words=left, problem=work.problem)
        prompt = Prompt(prefix=_told(), request=request, schema=schema, max_tokens=_TOKENS)
        work.problem = ""
        work.calls += 1
        answer = await self._models.ask(Role.BROWSER, prompt, turn=work.turn, model=work.model)
        try:
            return action_of(answer.data, goal, page)
        except TryAgain as wrong:
            work.problem = str(wrong)
            return None

    async def _done(self, work: _Work, page: Observation, action: Action) -> Operated | None:
        """Carry it out. Not None where the task ends or waits here."""
        element = next((one for one in page.elements if one.index == action.on), None)
        if action.do == "click" and element is not None:
            consequence = consequence_of(element)
            if consequence.kind is Kind.LOGS_IN:
                return await self._ended(work, Ending.LOG_IN, page)
            if consequence.needs_approval:
                return self._hold(work, page, element, consequence.kind, _as_sent(consequence))
            permit = Permit() if consequence.kind is Kind.TAKES_BACK else None
            return await self._click(work, page, element, consequence.kind, permit)
        try:
            acted = await self._acted(work.session, action)
        except (ElementGone, PageUnavailable) as failed:
            work.problem = str(failed)
            work.told(_step(page, action, element, ok=False, result=str(failed)))
            return None
        work.told(_step(page, action, element, result=acted.read_back or acted.url, sent=acted.sent))
        self._mark(work, page, acted, (action.do, action.on if action.on is not None else -1, action.text))
        if action.do in ("fill", "select", "date", "check"):
            work.has_acted, work.filled = True, page.url
            work.did = {one for one in work.did if one[0] != "click"}
            work.clicked = {one for one in work.clicked if one[1] != "button"}
        return None

    async def _acted(self, session: BrowserSession, action: Action) -> Acted:
        on = action.on if action.on is not None else -1
        match action.do:
            case "fill":
                return await session.fill(on, action.text)
            case "select":
                return await session.select(on, action.text)
            case "check":
                return await session.check(on, on=action.set)
            case "scroll":
                return await session.scroll()
            case "back":
                return await session.back()
            case "date" if action.day is not None:
                return await session.set_date(on, action.day)
            case _:
                raise ElementGone("there is no such action")

    async def _click(self, work: _Work, page: Observation, element: Element, kind: Kind, permit: Permit | None) -> Operated | None:
        action = Action(do="click", on=element.index)
        try:
            acted = await work.session.click(element.index, permit=permit)
        except (ElementGone, PageUnavailable) as failed:
            work.problem = str(failed)
            work.told(_step(page, action, element, ok=False, result=str(failed)))
            return None
        blocked = next((one for one in acted.sent if one.is_blocked and one.why == "unpermitted"), None)
        asked = next((one.text for one in acted.dialogs if one.kind == "confirm" and not one.accepted), "")
        if blocked is not None or asked:
            sends = blocked
            if sends is None and permit is not None and permit.url:
                sends = Sent(method=permit.method, url=permit.url, fields=permit.fields or {})
            return self._hold(work, page, element, kind if kind not in (Kind.READS, Kind.TAKES_BACK) else Kind.SENDS, sends, asks=asked)
        left = any(one.why == "other_site" for one in acted.sent)
        result = "other_site" if left else acted.url
        work.told(_step(page, action, element, ok=not left, result=result, sent=acted.sent, consequence=kind.value))
        work.problem = "that leads to another site and was not followed" if left else ""
        work.has_sent = work.has_sent or (permit is not None and any(one.method not in ("GET", "HEAD") for one in acted.sent))
        work.has_acted = work.has_acted or element.submits
        work.clicked.add((page.url, element.role, element.name, element.near))
        self._mark(work, page, acted, ("click", element.index, ""))
        return None

    def _mark(self, work: _Work, page: Observation, acted: Acted, did: Did) -> None:
        if acted.url != page.url or any(one.method != "GET" for one in acted.sent):
            work.did.clear()
        else:
            work.did.add(did)

    def _hold(self, work: _Work, page: Observation, element: Element, kind: Kind, sends: Sent | None, *, asks: str = "") -> Operated:
        held = Held(id=f"web-{secrets.token_hex(8)}", kind=kind, button=element.name, page=page, sends=sends, asks=asks)
        work.held, work.element = held, element
        work.permit = _permit(sends, asks)
        self._waiting[held.id] = work
        self._timers[held.id] = asyncio.get_running_loop().call_later(WAITS, self._forget, held.id)
        return Operated(goal=work.goal, ending=Ending.HELD, steps=tuple(work.steps), page=page, held=held, model_calls=work.calls)

    def _forget(self, approval: str) -> None:
        self._timers.pop(approval, None)
        if (work := self._waiting.pop(approval, None)) is not None:
            self._close_beside(work.session)

    async def _agreed(self, work: _Work, held: Held) -> Operated:
        """Do exactly what was shown, then go on. A page that would send anything else is stopped, and asked about again."""
        assert work.element is not None
        ended = await self._click(work, held.page, work.element, held.kind, work.permit)
        if ended is not None:
            return ended
        work.has_sent = work.has_acted = True
        return await self._goes_on(work)

    async def _ended(self, work: _Work, ending: Ending, page: Observation | None, *, claims: tuple[str, ...] = ()) -> Operated:
        evidence = evidence_of(work.goal, page, work.steps, claims) if page is not None else None
        if ending is Ending.DONE and (evidence is None or not evidence.is_whole):
            ending = Ending.PARTLY
        return Operated(goal=work.goal, ending=ending, steps=tuple(work.steps), page=page, evidence=evidence, model_calls=work.calls)


def _pressed(work: _Work, page: Observation) -> frozenset[tuple[str, str, str]]:
    return frozenset((role, name, near) for url, role, name, near in work.clicked if url == page.url)


def _as_sent(consequence: Consequence) -> Sent | None:
    form = consequence.form
    if form is None:
        return None
    fields: dict[str, str] = {}
    for one in form.fields:
        fields[one.name] = f"{fields[one.name]}, {one.value}" if one.name in fields else one.value
    return Sent(method=form.method.upper(), url=form.action, fields=fields)


def _permit(sends: Sent | None, asks: str) -> Permit:
    if sends is None:
        return Permit(method="GET", url="about:blank", fields={}, dialog=asks)  # nothing but reading leaves
    return Permit(method=sends.method, url=sends.url, fields=dict(sends.fields), dialog=asks)


def _step(
    page: Observation,
    action: Action,
    element: Element | None,
    *,
    ok: bool = True,
    result: str = "",
    sent: tuple[Sent, ...] = (),
    consequence: str = "reads",
) -> Step:
    return Step(
        page=page.url,
        title=page.title,
        do=action.do,
        element=element.name if element is not None else "",
        near=element.near if element is not None else "",
        input=action.text,
        ok=ok,
        result=result,
        sent=sent,
        consequence=consequence,
    )


def _line(step: Step) -> str:
    """For the model."""
    what = f"{step.do} {step.element}".strip()
    return f"{what} = {step.input}" if step.input and step.do != "open" else what if step.ok else f"{what} (failed)"


@cache
def _told() -> str:
    return (files("yamori.agents.browser.operating") / "prompt.md").read_text(encoding="utf-8")
