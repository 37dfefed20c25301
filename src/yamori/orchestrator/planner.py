"""Who makes the plan of a turn: code where the agents' claims make it plain, a model where they do not (paper 3.1.3)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import cast

from yamori.agentkit.failures import log_failure, undecided_text
from yamori.agentkit.legible import is_legible, unread_text
from yamori.agentkit.task import ACTED, MADE, ORIGIN, Claim, OutcomeStatus, Strength
from yamori.domain.errors import HouseSilent, TryAgain
from yamori.domain.events import SentenceRead, TaskEnded, ToolEnded
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.llm.port import Role
from yamori.orchestrator.abilities import Inability, is_possible, refusal_texts, refused_kind
from yamori.orchestrator.building_on import asked_steps, conditional_steps, untold_text, with_readings
from yamori.orchestrator.claims import Claims, given_way
from yamori.orchestrator.clauses import deferred, known, main_clause, owner, questions_apart, shared_out
from yamori.orchestrator.conditions import states_more
from yamori.orchestrator.coordinated import coordinated_plan
from yamori.orchestrator.framed import HANGING, SURE, framed_plan, is_social
from yamori.orchestrator.grounding import is_grounded, unknown_text
from yamori.orchestrator.later import keeper_of, parts_of
from yamori.orchestrator.lookups import Lookups
from yamori.orchestrator.plain_questions import plain_answer
from yamori.orchestrator.planning import (
    ECHOED,
    OnlyIf,
    Plan,
    Step,
    completed,
    echoes,
    example_things,
    planner_prompt,
    read_plan,
)
from yamori.orchestrator.sentence_read import sentence_read
from yamori.orchestrator.speech import nothing_set_up_text, rest_stays_text, states_a_number, without_claims
from yamori.orchestrator.state import State, TurnParts, steps_of, task_of
from yamori.orchestrator.store import Turn, TurnStatus
from yamori.orchestrator.talk import goes_on, is_order, only_states, wants
from yamori.understanding.adding_time import added_time
from yamori.understanding.asked_alone import asked_alone
from yamori.understanding.calling_off import called_off
from yamori.understanding.deferral import refused_text
from yamori.understanding.detection import spoken_language
from yamori.understanding.frame import IntentName
from yamori.understanding.mood import is_question, is_request
from yamori.understanding.other_length import other_length
from yamori.understanding.outside import names_something
from yamori.understanding.remarks_beside import sole_request
from yamori.understanding.sequence import said_as_moment
from yamori.understanding.splitting import split_clauses
from yamori.understanding.taking_back import cancels, refuses, takes_back
from yamori.understanding.utterance import utterance_of
from yamori.understanding.wording import rejoined


class Planner:
    """Plans for the nodes of the graph; asks the agents for their claims, and keeps nothing."""

    def __init__(self, parts: TurnParts) -> None:
        self._agents, self._models, self._store = parts.agents, parts.models, parts.store
        self._abilities, self._reader = parts.abilities, parts.reader

    async def read(self, state: State) -> SentenceRead | None:
        """What the reader makes of the whole sentence; None where it makes nothing of it, or it is too long to be one."""
        if not is_legible(state["text"]):
            return None
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        frames = await self._reader.read(utterance)
        return sentence_read(frames, utterance) if frames else None

    async def planned(self, state: State) -> Plan:
        """The first plan: by code, or a model's, to which is added what is sure and what it left out."""
        language = spoken_language(state["text"])
        if not is_legible(state["text"]):
            return await self._dictated(state) or Plan(asides=(unread_text(state["text"], language),))
        if moment := said_as_moment(utterance_of(state["text"], datetime.fromisoformat(state["now"]))):
            state = {**state, "text": moment}
        claim = self.claims_of(state)
        if (onward := await self._set_up_gone_on(state, claim)) is not None:
            return onward
        if (owned := await self._owned_first(state, claim)) is not None:
            return owned
        if (owned := await self._owned_alone(state, claim)) is not None:
            return owned
        if (onward := await self._left_unnamed(state, claim)) is not None:
            return onward
        if (alone := asked_alone(state["text"])) != state["text"]:
            return await self._planned_now({**state, "text": alone}, claim)
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        if (apart := await coordinated_plan(utterance, self._reader, claim)) is not None:
            return apart
        if (asked := await self._asked_first(state, claim)) is not None:
            return asked
        if (stated := await self._statement_beside(state, claim)) is not None:
            return stated
        if (put_off := await self._kept_for_later(state, claim)) is not None:
            return put_off
        hangs = deferred(state["text"])
        if hangs is not None and (framed := await self._framed(state, claim, unconditional=True)) is not None:
            return await with_readings(framed, claim)
        if hangs is None:
            return await self._planned_now(state, claim)
        built = {part: steps for part in hangs.parts if (steps := await self._conditional(state, part, claim)) is not None}
        refused = [part for part in hangs.parts if part not in built and await self._acts_at_once(part, claim)]
        if not refused and not built:
            return await self._planned_now(state, claim)
        asides = [text for part in refused if (text := untold_text(part, datetime.fromisoformat(state["now"]))) is not None]
        later = [part for part in refused if untold_text(part, datetime.fromisoformat(state["now"])) is None]
        keeper = keeper_of(await self._agents.cards())
        if later and keeper is None:
            asides.append(refused_text(language, later if len(later) < len(hangs.parts) or hangs.rest else ()))
        kept = [part for part in hangs.parts if part not in refused and part not in built]
        rest = rejoined(filter(None, (hangs.rest, *kept)), language)
        plan = Plan()
        if rest and (is_order(rest) or wants(rest) or await self._anybody_claims(rest, claim)):
            plan = await self._planned_now({**state, "text": rest}, claim)
        if built and plan.reply is not None:  # said beside what is done, and not in its place
            asides.insert(0, without_claims(plan.reply, language))
            plan = replace(plan, reply=None)
        for steps in built.values():
            plan = plan.then(steps)
        if later and keeper is not None:
            asides += [plan.reply] if plan.reply is not None else []
            plan = replace(plan.then([Step(agent=keeper, request=part) for part in later]), reply=None)
        return replace(plan, asides=(*plan.asides, *asides))

    async def _set_up_gone_on(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that takes back what was set up right before it, whoever did, or has it go on for longer; None of any
        other. No device is touched by it, unless it refuses all that was just done (`no don't`)."""
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        if added_time(utterance) is not None or other_length(utterance) is not None:
            whose = owner(await claim(state["text"]))
            return Plan(steps=(Step(agent=whose, request=state["text"]),)) if whose is not None else None
        cancelling, named = takes_back(utterance), called_off(utterance)
        if not cancelling and not named and not refuses(await self._reader.read(utterance), utterance):
            return None
        acted = self._acted(state)
        spoken = self._store.spoken_of_in(acted[-1].id) if acted else {}
        did = self._did_something(acted[-1]) if acted else lambda agent: False
        kinds = (MADE,) if cancelling or named else (MADE, ACTED)
        held = [agent for agent, focus in spoken.items() if any(focus.get(kind) for kind in kinds)]
        made = [agent for agent in held if did(agent) and agent in self._agents.clients]
        language = spoken_language(state["text"])
        if named:
            claims = await claim(state["text"])
            own = [agent for agent in made if claims.get(agent) is Strength.WHOLE]
            return Plan(steps=(Step(agent=own[0], request=state["text"]),)) if len(own) == 1 else None
        if made:
            steps = tuple(Step(agent=agent, request=state["text"]) for agent in made)
            return Plan(steps=steps, asides=(rest_stays_text(language),) if len(spoken) > len(made) else ())
        if cancels(utterance) and not (acted and spoken and self._changed_something(acted[-1])):
            return Plan(reply=nothing_set_up_text(language))
        return None

    async def _left_unnamed(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that names nothing (`how long is left?`, `what's on it now?`, もうちょい): it goes on about what was done
        last, and is its agent's, where that does such things at all. None of any other."""
        latest, acted = self._latest(state), self._acted(state)
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        if latest is None or not acted or latest not in self._store.spoken_of_in(acted[-1].id):
            return None
        frames = await self._reader.read(utterance)
        if len(frames) != 1 or is_social(frames[0]) or names_something(frames[0], utterance) or utterance.time_spans:
            return None
        if any(slot.name in HANGING for slot in frames[0].slots):
            return None
        card = next((card for card in await self._agents.cards() if card.name == latest), None)
        claims = await claim(state["text"])
        does_such = card is not None and frames[0].intent.value in card.intents
        if not does_such and claims.get(latest, Strength.NONE) is Strength.NONE:
            return None
        sure = (Strength.STRONG, Strength.OWNING, Strength.WHOLE)
        if claims.get(latest) not in sure and any(strength in sure for agent, strength in claims.items() if agent != latest):
            return None
        return Plan(steps=(Step(agent=latest, request=state["text"]),))

    def _acted(self, state: State) -> list[Turn]:
        """The earlier turns of the conversation in which anybody did anything: mere talk stands between nothing."""
        earlier = [t for t in self._store.conversation(state["conversation"]) if t.id != state["turn"] and t.replaced_by is None]
        return [t for t in earlier if t.status is not TurnStatus.DONE or t.summary.get("agents")]

    def _did_something(self, turn: Turn) -> Callable[[str], bool]:
        """Of each agent whether it did anything in a turn, rather than only go on about what it had done before. What waits for an OK is
        there already."""
        if turn.status is TurnStatus.WAITING:
            return lambda agent: bool((turn.waiting or {}).get("approvals"))
        ended = [stored.event for stored in self._store.events(turn.id) if isinstance(stored.event, TaskEnded)]
        did = {event.agent for event in ended if event.status in (OutcomeStatus.DONE, OutcomeStatus.PARTLY)}
        return lambda agent: agent in did

    def _changed_something(self, turn: Turn) -> bool:
        """Whether any tool said in a turn what it did, or a device its receipt: what was only asked cannot be taken back."""
        ended = [stored.event for stored in self._store.events(turn.id) if isinstance(stored.event, ToolEnded)]
        return any(e.ok and (e.receipts or (isinstance(e.result, Mapping) and "did" in e.result)) for e in ended)

    async def _owned_first(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that is to the last word an agent's that comes first; None of any other."""
        first = {card.name for card in await self._agents.cards() if card.owns_first}
        claims = await claim(state["text"]) if first else {}
        whole = [agent for agent, strength in claims.items() if agent in first and strength is Strength.WHOLE]
        return Plan(steps=(Step(agent=whole[0], request=state["text"]),)) if len(whole) == 1 else None

    async def _owned_alone(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a request that an agent knows to the last word, without sentences beside it that only tell why; None of any other."""
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        asking = await sole_request(utterance, self._reader)
        if asking is None or any(strength is Strength.WHOLE for strength in (await claim(state["text"])).values()):
            return None
        whole = [agent for agent, strength in (await claim(asking)).items() if strength is Strength.WHOLE]
        return Plan(steps=(Step(agent=whole[0], request=asking),)) if len(whole) == 1 else None

    async def _asked_first(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence whose condition is put as a question before what hangs on it; None of any other."""

        async def plan_of(actions: str) -> Plan | None:
            return await self._planned_now({**state, "text": actions}, claim)

        return await asked_steps(state["text"], keeper_of(await self._agents.cards()), claim, plan_of)

    async def _statement_beside(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that states one thing and asks for another: what is stated goes first to whoever listens, and the rest
        is planned as if it stood alone. None of any other."""
        listens = next((card.name for card in await self._agents.cards() if card.listens), None)
        pieces = split_clauses(state["text"]) if listens is not None else []
        if listens is None or len(pieces) < 2 or (await claim(state["text"])).get(listens) is not Strength.WEAK:
            return None
        statements = [piece for piece in pieces if (await claim(piece)).get(listens) is Strength.WHOLE]
        rest = [piece for piece in pieces if piece not in statements]
        if not statements or not rest:
            return None
        plan = Plan(steps=tuple(Step(agent=listens, request=piece) for piece in statements))
        try:
            asked = await self.planned({**state, "text": rejoined(rest, spoken_language(state["text"]))})
        except (HouseSilent, TryAgain) as error:  # what was stated is kept all the same
            log_failure("plan not made", error)
            asked = Plan(reply=undecided_text(error, spoken_language(state["text"]), model=True))
        if asked.reply is not None:
            return replace(plan, asides=(*asked.asides, without_claims(asked.reply, spoken_language(state["text"]))))
        return replace(plan.then(asked.steps), asides=asked.asides, by=asked.by)

    async def _kept_for_later(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence of which something is for later, or that speaks of what is kept for later; None of any other."""
        cards = await self._agents.cards()
        keeper = keeper_of(cards)
        if keeper is None:
            return None
        if owner(await claim(state["text"])) == keeper:
            return Plan(steps=(Step(agent=keeper, request=state["text"]),))
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        frames = await self._reader.read(utterance)
        at_once = {card.name for card in cards if card.at_once}
        found = parts_of(frames, utterance, cards)
        parts = [p if not p.put_down or owner(await claim(p.put_down)) in at_once else replace(p, later=False) for p in found]
        if not any(part.later for part in parts):
            return None
        plan = Plan()
        for part in parts:
            if not part.later:
                now = await self._planned_now({**state, "text": part.text}, claim)
                plan = replace(plan.then(now.steps), asides=(*plan.asides, *now.asides, *([now.reply] if now.reply else [])))
            elif part.follows_timer and plan.steps:
                only_if = OnlyIf(task=len(plan.steps) - 1, holds=True, told=True)
                plan = replace(plan, steps=(*plan.steps, Step(agent=keeper, request=part.text, only_if=only_if)))
            elif not (part.only_tells or part.timed) and await self._is_looked_at_now(state, part.text, claim):
                return None  # what can be looked at now is done now, or not
            else:
                ends = part.now_if_ended and (await claim(part.text)).get(keeper, Strength.NONE) is not Strength.NONE
                now_text = part.now or (part.now_if_ended if ends else "")
                begun = await self._planned_now({**state, "text": now_text}, claim) if now_text else Plan()
                plan = plan.then(_begun_and_kept(begun.steps, Step(agent=keeper, request=part.text), first=part.comes_back))
        return plan if parts else None

    async def _is_looked_at_now(self, state: State, part: str, claim: Claims) -> bool:
        return deferred(part) is not None and await self._conditional(state, part, claim) is not None

    async def _conditional(self, state: State, part: str, claim: Claims) -> tuple[Step, ...] | None:
        async def plan_of(actions: str) -> Plan | None:
            plan = await self._by_code({**state, "text": actions}, claim)
            return await with_readings(plan, claim) if plan is not None else None

        if states_more(state["text"], part):
            return None
        at_once = {card.name for card in await self._agents.cards() if card.at_once}
        return await conditional_steps(part, datetime.fromisoformat(state["now"]), claim, plan_of, at_once=at_once)

    async def _acts_at_once(self, part: str, claim: Claims) -> bool:
        """Whether what hangs on a condition would be done now by whoever it is for. Of an agent that is silent the worst is taken."""
        at_once = {card.name for card in await self._agents.cards() if card.at_once}
        claims = await claim(part)
        if (whose := owner(claims)) is not None:
            return whose in at_once
        found = {agent for agent, strength in claims.items() if strength is not Strength.NONE}
        if (found & at_once) or (at_once - claims.keys()):
            return True
        wanted = main_clause(part)
        return not found and (is_order(wanted) or wants(wanted) or not (wanted or only_states(part)))

    async def _anybody_claims(self, text: str, claim: Claims) -> bool:
        return any(strength is not Strength.NONE for strength in (await claim(text)).values())

    async def _planned_now(self, state: State, claim: Claims) -> Plan:
        """The plan of a sentence that hangs on nothing to come: of what can be done of it, beside what is said of the rest."""
        language = spoken_language(state["text"])
        if (asked := await self._asked_of_records(state, claim)) is not None:
            return asked
        if (looked_up := await self._looked_up(state, claim)) is not None:
            return await with_readings(looked_up, claim)
        if (apart := await self._sentences_apart(state, claim)) is not None:
            return await with_readings(apart, claim)
        if (framed := await self._framed(state, claim)) is not None:
            return await with_readings(framed, claim)
        pieces = split_clauses(state["text"])
        refused = await self._refused(state, pieces, claim)
        if not refused:
            return await self._planned_possible(state, claim)
        agents = {card.name for card in await self._agents.cards()}
        done = {piece: kind.done_by for piece, kind in refused.items() if kind.done_by in agents}
        asked_for = {piece: kind for piece, kind in refused.items() if piece not in done}
        if len(done) == len(pieces):
            return Plan(steps=(Step(agent=next(iter(done.values())), request=state["text"]),))
        asides = refusal_texts(asked_for, whole=len(asked_for) == len(pieces), language=language)
        rest = rejoined((piece for piece in pieces if piece not in refused), language)
        plan = await self._planned_possible({**state, "text": rest}, claim) if rest else Plan()
        plan = plan.then([Step(agent=agent, request=piece) for piece, agent in done.items()])
        return replace(plan, asides=(*plan.asides, *asides))

    async def _sentences_apart(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a question beside something that is to be done, of which the reader takes both for one: each is a task. None of any
        other."""
        frames = await self._reader.read(utterance_of(state["text"], datetime.fromisoformat(state["now"])))
        shares = await questions_apart(state["text"], claim) if frames else None
        if shares is None or len(shares) <= len(frames) or not all(is_question(s.request) or is_request(s.request) for s in shares):
            return None  # what only tells something is no task
        return Plan(steps=tuple(Step(agent=share.agent, request=share.request) for share in shares))

    async def _looked_up(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that has something found out first and goes on with it; None of any other."""
        lookups = Lookups(
            claim,
            self._reader,
            datetime.fromisoformat(state["now"]),
            ask_model=lambda question: self._asked_of(state, question),
            plan_rest=lambda rest: self._planned_now({**state, "text": rest}, claim),
        )
        return await lookups.planned(state["text"])

    async def _framed(self, state: State, claim: Claims, *, unconditional: bool = False) -> Plan | None:
        """The plan that the reader makes plain; of a sentence that says everything by itself alone. With `unconditional` only one in which
        the reader is sure that nothing hangs on anything, whatever its words look like."""
        text, cards = state["text"], await self._agents.cards()
        now = datetime.fromisoformat(state["now"])
        if plain_answer(text, now=now, cards=cards) is not None or self._silent(await claim(text)):
            return None
        utterance = utterance_of(text, now)
        frames = await self._reader.read(utterance)
        if unconditional and any(slot.name in HANGING for frame in frames for slot in frame.slots):
            return None
        return await framed_plan(frames, utterance, cards, claim, self._abilities, latest=self._latest(state))

    async def _refused(self, state: State, pieces: Sequence[str], claim: Claims) -> Mapping[str, Inability]:
        """The clauses that plainly ask for what cannot be done yet; none while an agent is silent, whose they may be."""
        text, cards = state["text"], await self._agents.cards()
        if plain_answer(text, now=datetime.fromisoformat(state["now"]), cards=cards) is not None or self._silent(await claim(text)):
            return {}
        quotes, at_once = [c.name for c in cards if c.quotes], [c.name for c in cards if c.at_once]

        async def kind_of(part: str) -> Inability | None:
            near = await self._abilities.nearest(part)
            return refused_kind(near, await claim(part), quotes=quotes, at_once=at_once) if near is not None and near.margin > 0 else None

        now = datetime.fromisoformat(state["now"])
        worded = [piece for piece in pieces if utterance_of(piece, now).words]  # a name that is called asks for nothing
        found = {piece: kind for piece in worded if (kind := await kind_of(piece)) is not None}
        others = [piece for piece in worded if piece not in found]
        if found and not others and len({kind.name for kind in found.values()}) == 1:
            return dict.fromkeys(pieces, next(iter(found.values())))
        if others and (kind := await kind_of(text)) is not None and not [p for p in others if await self._stands_alone(p, claim)]:
            return dict.fromkeys(pieces, kind)  # what it says of its one request
        for before, piece in pairwise(pieces):
            if before in found and piece in others and await self._goes_on_about(piece, now, claim):
                found[piece] = found[before]
        return found

    async def _goes_on_about(self, piece: str, now: datetime, claim: Claims) -> bool:
        """Whether a clause names nothing, and the reader is not sure of it: it goes on about the clause before, and falls with that."""
        utterance = utterance_of(piece, now)
        frames = await self._reader.read(utterance)
        if not frames or any(frame.odds >= SURE or names_something(frame, utterance) for frame in frames):
            return False
        return not any(strength in (Strength.OWNING, Strength.WHOLE) for strength in (await claim(piece)).values())

    async def _stands_alone(self, piece: str, claim: Claims) -> bool:
        """Whether a clause is somebody's, or plainly one that can be answered."""
        near = await self._abilities.nearest(piece)
        return near is None or is_possible(near) or await self._anybody_claims(piece, claim)

    async def _planned_possible(self, state: State, claim: Claims) -> Plan:
        """The plan of what nobody has to be told is impossible."""
        language = spoken_language(state["text"])
        if (plan := await self._by_code(state, claim)) is not None:
            return await with_readings(plan, claim)
        try:
            plan = await self._by_model(state, state["text"])
        except HouseSilent as error:
            log_failure("plan not made", error)
            plan = Plan(reply=undecided_text(error, language, model=True), by="code")
        whole = await claim(state["text"])
        found = await known(state["text"], claim, silent=self._silent(whole))
        return completed(plan, found, language)

    async def _asked_of_records(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a question that nobody is sure of, where the answer may stand in what people told, or, where nobody else claims it at
        all, in the household's papers. What was told comes first: it is claimed only where it lies near."""
        claims = await claim(state["text"])
        some = [agent for agent, strength in claims.items() if strength is not Strength.NONE]
        if not some or any(claims[a] is not Strength.WEAK for a in some) or not is_question(state["text"]):
            return None
        cards = {card.name: card for card in await self._agents.cards()}
        listeners = [agent for agent in some if agent in cards and cards[agent].listens]
        written = [agent for agent in some if agent in cards and cards[agent].quotes and IntentName.ASK.value in cards[agent].intents]
        asked = listeners or (written if written == some else [])
        return Plan(steps=(Step(agent=asked[0], request=state["text"]),)) if asked else None

    async def _asked_of(self, state: State, question: str) -> Plan | None:
        """The plan that a model makes of a question; None where it is silent."""
        try:
            return await self._by_model(state, question)
        except HouseSilent as error:
            log_failure("question not given to anybody", error)
            return None

    async def _dictated(self, state: State) -> Plan | None:
        """What is too long to be read goes whole to the agent that it is dictated to."""
        claims = await self._claims(state, state["text"])
        whole = [agent for agent, strength in claims.items() if strength is Strength.WHOLE]
        return Plan(steps=(Step(agent=whole[0], request=state["text"]),)) if len(whole) == 1 else None

    async def planned_anew(self, state: State) -> Plan | None:
        """Another plan for the part of which the agent that had it made nothing; None where nobody can make one."""
        parts = len(steps_of(state)) > 1
        try:
            whole = not parts and not state.get("asides")
            return await self._by_model(state, state["text"] if whole else steps_of(state)[state["done"] - 1].request)
        except HouseSilent:
            return None

    def claims_of(self, state: State) -> Claims:
        """What the agents say of texts, each asked once for this plan."""
        return Claims(lambda piece: self._whole_claims(state, piece))

    async def _by_code(self, state: State, claim: Claims) -> Plan | None:
        """A plain question answered at once, or the plan that the agents' claims make plain."""
        text = state["text"]
        known = plain_answer(text, now=datetime.fromisoformat(state["now"]), cards=await self._agents.cards())
        if known is not None:
            return Plan(reply=known)
        focuses = self._store.focuses(state["conversation"])
        whole = await claim(text)
        shares = await shared_out(text, whole, claim, silent=self._silent(whole))
        if shares is None and focuses and owner(whole) is None:
            latest = list(focuses)[-1]
            weak = [agent for agent, strength in whole.items() if strength is not Strength.NONE]
            if weak == [latest] or (latest in weak and goes_on(text)):
                return Plan(steps=(Step(agent=latest, request=text),))
        return Plan(steps=tuple(Step(agent=s.agent, request=s.request) for s in shares)) if shares else None

    async def _whole_claims(self, state: State, piece: str) -> Mapping[str, Claim]:
        steps = {agent: Step(agent=agent, request=piece) for agent in self._agents.clients}
        latest = self._latest(state)
        cards = await self._agents.cards()
        apart = {*(card.name for card in cards if card.listens or card.owns_first), keeper_of(cards)} - {latest}
        spoken = {a: {} if a in apart else self.focus(state, a) for a in steps}  # others are gone on about by their words
        found = await self._agents.whole_claims({a: task_of(state, step, focus=spoken[a]) for a, step in steps.items()})
        return given_way(found)

    def _latest(self, state: State) -> str | None:
        """The agent that did something last in this conversation."""
        return next(reversed(list(self._store.focuses(state["conversation"]))), None)

    async def _claims(self, state: State, piece: str) -> Mapping[str, Strength]:
        return await self.claims_of(state)(piece)

    async def _anybody(self, state: State) -> bool:
        """Whether any agent surely finds something of its own in the sentence; a day alone (`I was ill today`) is not enough."""
        return any(strength not in (Strength.NONE, Strength.WEAK) for strength in (await self._claims(state, state["text"])).values())

    def _silent(self, claims: Mapping[str, Strength]) -> bool:
        return len(claims) < len(self._agents.clients)

    async def untried(self, state: State, request: str) -> frozenset[str]:
        """Agents that were not given anything yet and find something of their own in the request."""
        tried = {s.agent for s in steps_of(state)}
        claims = await self._claims(state, request)
        return frozenset(a for a, strength in claims.items() if a not in tried and strength is not Strength.NONE)

    async def _by_model(self, state: State, text: str) -> Plan:
        cards = await self._agents.cards()
        if not cards:
            raise HouseSilent("no agent of this household answers")
        earlier = [t for t in self._store.conversation(state["conversation"]) if t.id != state["turn"]][-1:]
        own = frozenset(c.name for c in cards if not c.quotes)
        before = _before(earlier[0], own) if earlier else ""
        failed = ""
        if state.get("outcomes"):
            last, came = steps_of(state)[state["done"] - 1], state["outcomes"][-1]["text"]
            said = f"said: {came[:160]}" if last.agent in own else "did not answer it"
            failed = f"The {last.agent} agent was tried and {said}"
        if state.get("steps"):
            names: frozenset[str] | None = await self.untried(state, text)
        else:
            names = frozenset() if only_states(text) and not await self._anybody(state) else None
        now = datetime.fromisoformat(state["now"])
        prompt = planner_prompt(cards, text, now=now, before=before, failed=failed, only=names)
        for again in (True, False):
            answer = await self._models.ask(Role.PLANNER, prompt, turn=state["turn"], model=state.get("model"))
            plan = read_plan(answer.data, text, model=answer.usage.model)
            if not (again and plan.reply and echoes(plan.reply, text)):
                break
            prompt = planner_prompt(cards, text, now=now, before=before, failed=ECHOED, only=names)
        looks_up = [c.name for c in cards if c.quotes]
        return await self._grounded(state, text, await self._read_first(state, text, plan, looks_up), before)

    async def _grounded(self, state: State, text: str, plan: Plan, before: str) -> Plan:
        """A direct reply that holds what nobody found gives way to an agent that finds anything of its own in the sentence, and else to
        an honest answer. Of an agent that was tried its own words stand."""
        if plan.reply is None or is_grounded(plan.reply, text=text, before=before, things=example_things()):
            return plan
        if state.get("steps"):
            return replace(plan, reply=None)
        claims = await self._claims(state, text)
        agent = next((name for name, strength in claims.items() if strength is not Strength.NONE), None)
        if agent is not None:
            return Plan(steps=(Step(agent=agent, request=text),), by=plan.by)
        return Plan(reply=unknown_text(language_of(text)))

    async def _read_first(self, state: State, text: str, plan: Plan, looks_up: Collection[str]) -> Plan:
        """A direct reply with a number that nobody has read gives way to an agent that looks things up and claims the sentence, however
        weakly: a model has a price for everything."""
        if plan.reply is None or state.get("steps") or not states_a_number(plan.reply, text):
            return plan
        claims = await self._claims(state, text)
        agent = next((name for name in looks_up if claims.get(name, Strength.NONE) is not Strength.NONE), None)
        return plan if agent is None else Plan(steps=(Step(agent=agent, request=text),), by=plan.by)

    def focus(self, state: State, agent: str) -> Mapping[str, Value]:
        held = self._store.focuses(state["conversation"]).get(agent, {})
        acted = self._acted(state) if ACTED in held else []
        over = set() if acted and agent in self._store.spoken_of_in(acted[-1].id) else {ACTED}
        over |= set() if agent == self._latest(state) else {ORIGIN}
        return {key: value for key, value in held.items() if key not in over}


def _begun_and_kept(begun: Sequence[Step], kept: Step, *, first: bool) -> tuple[Step, ...]:
    """What is begun now, and what takes it back later; with `first` only once the latter is kept, as it has to know how things were."""
    if not first:
        return (*begun, kept)
    only_if = OnlyIf(task=0, holds=True, told=True)
    return (kept, *(replace(step.moved(lambda n: n + 1), only_if=step.only_if or only_if) for step in begun))


def _before(earlier: Turn, own: Collection[str]) -> str:
    """What was said last, for a planner; `own` are the agents that speak in words of their own. What another one quoted is left out:
    whoever wrote it does not live here, and must not have a say in what is planned."""
    quoted = any(agent not in own for agent in cast(list[str], earlier.summary.get("agents", [])))
    answered = "You answered with a quotation." if quoted else f"You answered: {earlier.answer[:160]}"
    return f"Before, the person said: {earlier.text[:120]}\n{answered}"
