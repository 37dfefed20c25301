"""The loop of the gear *operate*: look, let a model choose one action, do it, read it back, until the goal is proven.

What would send, pay, post, delete or give something away stops and waits with its page open; `answered` goes on from there. Called by the
tools and by the policy. What a page says reaches no other agent from here.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

from yamori.agents.browser.engine import Acted, BrowserEngine, BrowserSession, Element, ElementGone, Observation, Permit, Sent
from yamori.agents.browser.operating.choices import Action, Did, action_of, request_text, schema_of, shown_elements, telling_lines
from yamori.agents.browser.operating.consequences import Consequence, Kind, consequence_of, empty_own_fields
from yamori.agents.browser.operating.demand import demand_of
from yamori.agents.browser.operating.evidence import Evidence, Step, evidence_of, links_to, open_words, ruled_out
from yamori.agents.browser.operating.goal import Goal, changed_goal, choices_on, same_site
from yamori.agents.browser.operating.held import Held, HeldFiles, HeldTask
from yamori.agents.browser.operating.live import LiveTask, LiveTasks, State, Stopped
from yamori.agents.browser.operating.proposals import proposed
from yamori.agents.browser.ports import PageUnavailable, PersonalData, Search, SearchUnavailable
from yamori.agents.browser.rules.ranking import terms_of
from yamori.domain.errors import InvalidRequest, Misconfigured, ModelFailed, NotFound, TryAgain
from yamori.llm.port import Answer, Image, Models, Prompt, Role

AT_ONCE = 2
"""Tasks of one person that run side by side, each on a page of its own: theirs, and one that another agent needs for them."""
STEPS = 15
"""Decisions of a model for one task."""
WAITS = 600.0
"""Seconds that something held waits for its answer, with its page open."""
_ASKING_STEPS = 4
"""Decisions of a model for one task that only asks a form (`Goal.asks_only`): it comes after reading, so it may cost little."""
_REJECTED = 2
"""How often a model may say `done` of what is not proven."""
_SEARCH = "search:"
_TOKENS = 120
_FILLED_BEFORE = frozenset((Kind.PAYS, Kind.ORDERS, Kind.SENDS, Kind.POSTS, Kind.PERSONAL))
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
    STOPPED = "stopped"
    """Its person stopped it."""


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
    downloads: tuple[str, ...] = ()
    """Names of files that came down and lie in quarantine, unopened."""


@dataclass(kw_only=True)
class _Work:
    goal: Goal
    person: str
    session: BrowserSession
    allowed: list[str]
    progress: Progress
    live: LiveTask
    most: int
    """Decisions of a model; more with everything that is said on the way."""
    steps: list[Step] = field(default_factory=list)
    did: set[Did] = field(default_factory=set)
    clicked: set[tuple[str, str, str, str]] = field(default_factory=set)
    calls: int = 0
    sees: bool = True
    """Until the role for pictures turns out to have no model."""
    rejected: int = 0
    problem: str = ""
    held: Held | None = None
    element: Element | None = None
    permit: Permit | None = None
    downloads: list[str] = field(default_factory=list)
    has_sent: bool = False
    has_acted: bool = False
    filled: str = ""
    """The page whose fields something was put into."""

    fills: tuple[tuple[int, str], ...] = ()
    """What is remembered of the person and would go into which elements."""
    has_offered: bool = False
    """To fill in what is remembered."""
    has_logged_in: bool = False
    """The person was asked once to log in by hand."""

    async def told(self, step: Step) -> None:
        """The step is done; a picture is taken of where it led."""
        picture: bytes | None = None
        if step.ok:
            with contextlib.suppress(PageUnavailable):
                picture = await self.session.snapshot()
        if picture is not None:
            step = replace(step, picture=f"{self.live.id}/{len(self.steps) + 1}")
        self.steps.append(step)
        self.live.showed(step, picture)
        self.progress(step)


class Operating:
    """Over one browser."""

    def __init__(
        self,
        engine: BrowserEngine,
        models: Models,
        search: Search | None = None,
        *,
        steps: int = STEPS,
        hands_over: bool = False,
        check_model: Callable[[str], object] | None = None,
        folder: Path | None = None,
        own: PersonalData | None = None,
    ) -> None:
        """`hands_over`: there is somebody who can take a page over by hand, so that a log-in waits for them instead of ending the task.
        `check_model` raises for a model that there is not. `folder`: where what is held outlives a restart; None: it does not. `own`: what
        is remembered of people and may fill in a form."""
        self._check_model, self._files, self._own = check_model, HeldFiles(folder), own
        self._engine, self._models, self._search, self._most, self._hands_over = engine, models, search, steps, hands_over
        self._waiting: dict[str, _Work] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._lines: dict[str, asyncio.Semaphore] = {}
        self.live = LiveTasks()

    async def run(self, goal: Goal, *, person: str, progress: Progress, turn: str | None = None, model: str | None = None) -> Operated:
        """Raises `BrowserAbsent`, `BrowserLost` and what a model raises."""
        async with self._lines.setdefault(person, asyncio.Semaphore(AT_ONCE)):
            if not goal.addresses and self._search is None:
                return Operated(goal=goal, ending=Ending.NOWHERE, steps=())
            live = self.live.begun(person=person, request=goal.request, turn=turn, model=model)
            try:
                allowed = list(goal.addresses)
                session = await self._engine.session(person, sites=lambda url: any(same_site(url, one) for one in allowed))
            except BaseException:
                live.ended()
                raise
            live.session = session
            most = min(self._most, _ASKING_STEPS) if goal.asks_only else self._most
            work = _Work(goal=goal, person=person, session=session, allowed=allowed, progress=progress, live=live, most=most)
            return await self._kept(work, self._begun(work))

    async def answered(self, approval: str, *, yes: bool, person: str, progress: Progress, now: datetime | None = None) -> Operated:
        """Go on with what was held, also before a restart of the house. Raises `NotFound` where it is not there any more, `InvalidRequest`
        for somebody else. `now`: by which one that is too old is not there."""
        work = self._waiting.get(approval)
        if work is None and now is not None and (kept := await asyncio.to_thread(self._files.find, approval, now=now)) is not None:
            if kept.person != person:
                raise InvalidRequest("this waits for somebody else", where="approval")
            work = self._waiting[approval] = await self._again(kept, progress)
        if work is None or work.held is None:
            raise NotFound("this is not waiting any more", where="approval")
        if work.person != person:
            raise InvalidRequest("this waits for somebody else", where="approval")
        del self._waiting[approval]
        if (timer := self._timers.pop(approval, None)) is not None:
            timer.cancel()
        await asyncio.to_thread(self._files.drop, approval)
        async with self._lines.setdefault(person, asyncio.Semaphore(AT_ONCE)):
            work.progress = progress
            held, work.held = work.held, None
            if work.live.state is State.TAKEN:  # a yes says that they are done there, too
                await work.live.hand_back()
            work.live.goes_on()
            return await self._kept(work, self._agreed(work, held) if yes else self._refused(work, held))

    async def _again(self, kept: HeldTask, progress: Progress) -> "_Work":
        """A task that was held, with its page opened anew. Raises `BrowserAbsent`."""
        allowed = list(kept.allowed)
        session = await self._engine.session(kept.person, sites=lambda url: any(same_site(url, one) for one in allowed), kept=kept.page)
        live = self.live.begun(person=kept.person, request=kept.goal.request, turn=kept.turn, model=kept.model)
        live.session = session
        work = _Work(goal=kept.goal, person=kept.person, session=session, allowed=allowed, progress=progress, live=live, most=self._most)
        work.steps = list(kept.steps)
        work.held, work.element, work.has_sent = kept.held, kept.element, kept.has_sent
        work.permit, work.fills, work.has_acted = _permit(kept.held.sends, kept.held.asks), kept.fills, True
        return work

    def knows(self, own: PersonalData) -> None:
        """What is remembered of people may be offered for a form from now on."""
        self._own = own

    def switch(self, task: str, model: str | None) -> None:
        """Another model decides from now on; None: the house's own. Raises `NotFound`, `InvalidRequest`."""
        if model is not None and self._check_model is not None:
            self._check_model(model)
        self.live.task(task).switch(model)

    def stop(self, task: str) -> None:
        """At once; of something that is held nothing is sent. Raises `NotFound`, `InvalidRequest` for one that has ended."""
        live = self.live.task(task)
        live.stop()
        held = next((approval for approval, work in self._waiting.items() if work.live is live), None)
        if held is not None:
            self._timers[held].cancel()
            self._files.drop(held)
            self._forget(held)

    def forget(self, turns: frozenset[str]) -> None:
        """What is kept of turns that are forgotten."""
        self._files.forget(turns)
        self.live.forget(turns)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for work in self._waiting.values():
            await work.session.close()
        self._waiting.clear()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _kept(self, work: _Work, going: Coroutine[object, object, Operated]) -> Operated:
        """What comes of it, also where its person stops it; its page stays open only where something is held."""
        operated: Operated | None = None
        running = asyncio.get_running_loop().create_task(going)
        try:
            await work.live.run(running)
            operated = running.result()
            return operated
        except (Stopped, TimeoutError):
            return Operated(goal=work.goal, ending=Ending.STOPPED, steps=tuple(work.steps), model_calls=work.calls)
        finally:
            if operated is None or operated.held is None:
                work.live.ended()
                self._close_beside(work.session)
            else:
                work.live.waits()

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
            results = await self._search.find(demand_of(work.goal).text[:300], work.goal.language)
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
            await work.told(Step(page=url, title="", do="open", input=url, ok=False, result="unreached"))
            return False
        work.downloads += acted.downloads
        await work.told(Step(page=acted.url, title="", do="open", input=url, result=acted.url))
        return True

    async def _goes_on(self, work: _Work) -> Operated:
        page: Observation | None = None
        while work.calls < work.most and len(work.steps) < 2 * work.most:
            if await work.live.turn_to_act() and not await self._took_up(work, page):
                return await self._ended(work, Ending.UNREACHED, page)
            try:
                page = await work.session.observe()
            except PageUnavailable:
                return await self._ended(work, Ending.UNREACHED, page)
            work.live.at(page.url, page.title)
            if work.goal.asks_only and work.filled not in ("", page.url):  # what its form shows is read by `WebReading`
                return await self._ended(work, Ending.DONE, page, claims=(page.title,))
            if _is_met(work, page) and not self._sure(work, page):
                return await self._ended(work, Ending.DONE, page, claims=(page.title, *telling_lines(work.goal, page)))
            action = self._sure(work, page)
            if action is None and (action := await self._chosen(work, page)) is not None and not _serves(work, page, action):
                work.rejected += 1
                if work.rejected > _REJECTED:
                    return await self._ended(work, Ending.DONE, page, claims=telling_lines(work.goal, page))
                work.problem = f"{action.do} serves nothing that is not seen to yet"
                continue
            if action is None or work.live.is_interrupted:
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

    async def _took_up(self, work: _Work, page: Observation | None) -> bool:
        """What its person did or said meanwhile counts from here on; False where they named a page that cannot be opened."""
        work.did.clear()
        work.clicked.clear()
        for text in work.live.take_up():
            work.goal = changed_goal(work.goal, text, choices_on(page))
            work.most += self._most
            work.rejected, work.has_acted = 0, False
            named = [address for address in work.goal.addresses if address not in work.allowed]
            work.allowed += named
            if named and not await self._open(work, named[-1]):
                return False
        return True

    def _sure(self, work: _Work, page: Observation) -> Action | None:
        """What needs no model; nothing that was done on this page before."""
        action = proposed(
            work.goal,
            page,
            work.did,
            links_to(work.goal, page, work.steps),
            filled=work.filled == page.url,
            pressed=_pressed(work, page),
            left=open_words(work.goal, page, work.steps),
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
        answer = await self._answered_seeing(work, page, prompt)
        if answer is None:
            answer = await self._models.ask(Role.BROWSER, prompt, turn=work.live.turn, model=work.live.model)
        try:
            return action_of(answer.data, goal, page)
        except TryAgain as wrong:
            work.problem = str(wrong)
            return None

    async def _answered_seeing(self, work: _Work, page: Observation, prompt: Prompt) -> Answer | None:
        """By the model that sees, with a picture of the page beside its elements; None where the household has none, where it does not
        answer, and where its person chose another model for this task."""
        if not work.sees or work.live.model is not None or page.url == _SEARCH:
            return None
        try:
            picture = Image(kind="image/jpeg", data=await work.session.snapshot())
            return await self._models.ask(Role.VISION, replace(prompt, images=(picture,)), turn=work.live.turn)
        except PageUnavailable:
            return None
        except (Misconfigured, ModelFailed):
            work.sees = False
            return None

    async def _done(self, work: _Work, page: Observation, action: Action) -> Operated | None:
        """Carry it out. Not None where the task ends or waits here."""
        element = next((one for one in page.elements if one.index == action.on), None)
        if action.do == "click" and element is not None:
            consequence = consequence_of(element)
            if work.goal.asks_only and consequence.kind is not Kind.READS:
                return await self._ended(work, Ending.STUCK, page)
            if (fills := await self._fills(work, page, element, consequence)) is not None:
                return fills
            if consequence.kind is Kind.LOGS_IN:
                if not self._hands_over or work.has_logged_in:
                    return await self._ended(work, Ending.LOG_IN, page)
                work.has_logged_in = True
                return replace(await self._hold(work, page, element, consequence.kind, None), ending=Ending.LOG_IN)
            if consequence.kind.value in ruled_out(work.goal):
                return await self._ended(work, Ending.DONE, page, claims=(page.title, *telling_lines(work.goal, page)))
            if consequence.needs_approval:
                return await self._hold(work, page, element, consequence.kind, _as_sent(consequence))
            permit = Permit() if consequence.kind is Kind.TAKES_BACK else None
            return await self._click(work, page, element, consequence.kind, permit)
        try:
            acted = await self._acted(work.session, action)
        except (ElementGone, PageUnavailable) as failed:
            work.problem = str(failed)
            await work.told(_step(page, action, element, ok=False, result=str(failed)))
            return None
        await work.told(_step(page, action, element, result=acted.read_back or acted.url, sent=acted.sent))
        self._mark(work, page, acted, (action.do, action.on if action.on is not None else -1, action.text))
        if action.do in ("fill", "select", "date", "check"):
            work.has_acted, work.filled = True, page.url
            work.did = {one for one in work.did if one[0] != "click"}
            work.clicked = {one for one in work.clicked if one[1] != "button"}
        return None

    async def _fills(self, work: _Work, page: Observation, button: Element, consequence: Consequence) -> Operated | None:
        """Before a form is sent in which fields for the person's own data are empty: whether what is remembered shall go into them."""
        if self._own is None or work.has_offered or consequence.form is None or consequence.kind not in _FILLED_BEFORE:
            return None
        asked = empty_own_fields(page, button)
        known = await self._own.known(work.person) if asked else {}
        fills = {index: known[kind] for index, kind in asked.items() if known.get(kind)}
        if not fills:
            return None
        work.has_offered, work.fills = True, tuple(fills.items())
        named = {element.name: fills[element.index] for element in page.elements if element.index in fills}
        return await self._hold(work, page, button, Kind.FILLS_IN, Sent(method="", url=page.url, fields=named))

    async def _filled(self, work: _Work, page: Observation) -> None:
        """What was agreed to, field by field, each read back."""
        for index, text in work.fills:
            element = next((one for one in page.elements if one.index == index), None)
            action = Action(do="fill", on=index, text=text)
            try:
                acted = await work.session.fill(index, text)
            except (ElementGone, PageUnavailable) as failed:
                await work.told(_step(page, action, element, ok=False, result=str(failed)))
                continue
            await work.told(_step(page, action, element, result=acted.read_back, sent=acted.sent))
            work.did.add(("fill", index, text))
        work.fills, work.has_acted, work.filled = (), True, page.url

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
            await work.told(_step(page, action, element, ok=False, result=str(failed)))
            return None
        blocked = next((one for one in acted.sent if one.is_blocked and one.why == "unpermitted"), None)
        asked = next((one.text for one in acted.dialogs if one.kind == "confirm" and not one.accepted), "")
        if work.goal.asks_only and (blocked is not None or asked):
            await work.told(_step(page, action, element, ok=False, result="unpermitted", sent=acted.sent))
            return await self._ended(work, Ending.STUCK, page)
        if blocked is not None or asked:
            sends = blocked
            if sends is None and permit is not None and permit.url:
                sends = Sent(method=permit.method, url=permit.url, fields=permit.fields or {})
            return await self._hold(
                work, page, element, kind if kind not in (Kind.READS, Kind.TAKES_BACK) else Kind.SENDS, sends, asks=asked
            )
        left = any(one.why == "other_site" for one in acted.sent)
        result = "other_site" if left else acted.url
        await work.told(_step(page, action, element, ok=not left, result=result, sent=acted.sent, consequence=kind.value))
        work.problem = "that leads to another site and was not followed" if left else ""
        work.has_sent = work.has_sent or (permit is not None and any(one.method not in ("GET", "HEAD") for one in acted.sent))
        work.has_acted = work.has_acted or element.submits
        work.clicked.add((page.url, element.role, element.name, element.near))
        self._mark(work, page, acted, ("click", element.index, ""))
        return None

    def _mark(self, work: _Work, page: Observation, acted: Acted, did: Did) -> None:
        work.downloads += acted.downloads
        if acted.url != page.url or any(one.method != "GET" for one in acted.sent):
            work.did.clear()
        else:
            work.did.add(did)

    async def _hold(self, work: _Work, page: Observation, element: Element, kind: Kind, sends: Sent | None, *, asks: str = "") -> Operated:
        held = Held(id=f"web-{secrets.token_hex(8)}", kind=kind, button=element.name, page=page, sends=sends, asks=asks)
        work.held, work.element = held, element
        work.permit = _permit(sends, asks)
        kept = HeldTask(
            held=held,
            element=element,
            goal=work.goal,
            person=work.person,
            turn=work.live.turn,
            model=work.live.model,
            allowed=tuple(work.allowed),
            steps=tuple(work.steps),
            page=await work.session.kept(),
            has_sent=work.has_sent,
            fills=work.fills,
        )
        await asyncio.to_thread(self._files.sweep, work.goal.now)
        await asyncio.to_thread(self._files.keep, kept)
        self._waiting[held.id] = work
        self._timers[held.id] = asyncio.get_running_loop().call_later(WAITS, self._forget, held.id)
        return Operated(goal=work.goal, ending=Ending.HELD, steps=tuple(work.steps), page=page, held=held, model_calls=work.calls)

    def _forget(self, approval: str) -> None:
        """Its page goes; its file waits for a while longer."""
        self._timers.pop(approval, None)
        if (work := self._waiting.pop(approval, None)) is not None:
            work.live.ended()
            self._close_beside(work.session)

    async def _agreed(self, work: _Work, held: Held) -> Operated:
        """Do exactly what was shown, then go on. A page that would send anything else is stopped, and asked about again."""
        assert work.element is not None
        if held.kind is Kind.LOGS_IN:  # the person did it by hand
            work.did.clear()
            work.clicked.clear()
            if work.live.was_taken:
                await work.told(Step(page=held.page.url, title=held.page.title, do="by_hand", consequence=Kind.LOGS_IN.value))
            return await self._goes_on(work)
        if held.kind is Kind.FILLS_IN:
            await self._filled(work, held.page)
            return await self._goes_on(work)
        ended = await self._click(work, held.page, work.element, held.kind, work.permit)
        if ended is not None:
            return ended
        if work.steps and work.steps[-1].ok:
            work.has_sent = work.has_acted = True
        return await self._goes_on(work)

    async def _refused(self, work: _Work, held: Held) -> Operated:
        await work.told(_step(held.page, Action(do="click"), work.element, ok=False, result="declined"))
        return await self._ended(work, Ending.PARTLY, held.page)

    async def _ended(self, work: _Work, ending: Ending, page: Observation | None, *, claims: tuple[str, ...] = ()) -> Operated:
        evidence = evidence_of(work.goal, page, work.steps, claims) if page is not None else None
        if ending is Ending.DONE and (evidence is None or not evidence.is_whole):
            ending = Ending.PARTLY
        return Operated(
            goal=work.goal,
            ending=ending,
            steps=tuple(work.steps),
            page=page,
            evidence=evidence,
            downloads=tuple(work.downloads),
            model_calls=work.calls,
        )


def _is_met(work: _Work, page: Observation) -> bool:
    """Every word is met, by what was put in or sent and what the page says of it; where links were followed alone, by their names and the
    title of the page, since its text says a lot. No model is asked what else could be done there."""
    if work.has_acted:
        return not open_words(work.goal, page, work.steps)
    followed = any(step.ok and step.do == "click" for step in work.steps)
    return followed and not open_words(work.goal, page, work.steps, by_text=False)


def _serves(work: _Work, page: Observation, action: Action) -> bool:
    """Whether a model's choice has to do with a word that is not met yet. Asked once what was filled in has been sent: where that led
    is what the person wanted to see, and nobody wanders off from there."""
    if action.do in ("done", "scroll") or not work.has_acted or work.filled in ("", page.url):
        return True
    element = next((one for one in page.elements if one.index == action.on), None)
    said = terms_of(" ".join((element.name, element.near, action.text)) if element is not None else action.text)
    left = open_words(work.goal, page, work.steps)
    return any(said.say(word) for one in left for word in terms_of(one).words)


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
