"""Who makes the plan of a turn: code where the agents' claims make it plain, a model where they do not (paper 3.1.3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from yamori.agentkit.failures import log_failure, undecided_text
from yamori.agentkit.legible import is_legible, unread_text
from yamori.agentkit.task import Claim, Strength
from yamori.domain.errors import HouseSilent, TryAgain
from yamori.domain.events import SentenceRead
from yamori.domain.values import Value
from yamori.orchestrator.abilities import Inability, is_possible, refusal_texts, refused_kind
from yamori.orchestrator.building_on import asked_steps, with_readings
from yamori.orchestrator.claims import Claims, anybody_claims
from yamori.orchestrator.clauses import deferred, known, owner, questions_apart, shared_out
from yamori.orchestrator.conversation_so_far import ConversationSoFar
from yamori.orchestrator.coordinated import coordinated_plan
from yamori.orchestrator.deferring import Deferring
from yamori.orchestrator.follow_ups import FollowUps
from yamori.orchestrator.framed import HANGING, SURE, framed_plan
from yamori.orchestrator.later import keeper_of
from yamori.orchestrator.lookups import Lookups
from yamori.orchestrator.model_planner import ModelPlanner
from yamori.orchestrator.plain_questions import plain_answer
from yamori.orchestrator.plain_request import plain_plan
from yamori.orchestrator.planning import Plan, Step, completed
from yamori.orchestrator.sentence_read import sentence_read
from yamori.orchestrator.speech import without_claims
from yamori.orchestrator.state import State, TurnParts, steps_of, task_of
from yamori.orchestrator.talk import goes_on
from yamori.understanding.asked_alone import asked_alone
from yamori.understanding.detection import spoken_language
from yamori.understanding.frame import IntentName
from yamori.understanding.mood import is_question, is_request
from yamori.understanding.outside import names_something
from yamori.understanding.remarks_beside import sole_request
from yamori.understanding.sequence import said_as_moment
from yamori.understanding.splitting import split_clauses
from yamori.understanding.utterance import utterance_of
from yamori.understanding.wording import rejoined


class Planner:
    """Plans for the nodes of the graph; asks the agents for their claims, and keeps nothing."""

    def __init__(self, parts: TurnParts) -> None:
        self._agents, self._store = parts.agents, parts.store
        self._abilities, self._reader = parts.abilities, parts.reader
        self._so_far = ConversationSoFar(parts.store)
        self._follow_ups = FollowUps(parts, self._so_far)
        self._deferring = Deferring(parts, planned_now=self._planned_now, by_code=self._by_code)
        self._model_planner = ModelPlanner(parts, self._claims)

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
        for way in (
            self._plain,
            self._follow_ups.about_what_was_set_up,
            self._owned_first,
            self._owned_alone,
            self._follow_ups.about_what_is_not_named,
        ):
            if (plan := await way(state, claim)) is not None:
                return plan
        if (alone := asked_alone(state["text"])) != state["text"]:
            return await self._planned_now({**state, "text": alone}, claim)
        for way in (self._coordinated, self._asked_first, self._statement_beside, self._deferring.kept_for_later):
            if (plan := await way(state, claim)) is not None:
                return plan
        hangs = deferred(state["text"])
        if hangs is None:
            return await self._planned_now(state, claim)
        if (framed := await self._framed(state, claim, unconditional=True)) is not None:
            return await with_readings(framed, claim)
        return await self._deferring.hanging(state, hangs, claim)

    async def _coordinated(self, state: State, claim: Claims) -> Plan | None:
        """The plan of questions that are joined and are for different agents; None of any other sentence."""
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        return await coordinated_plan(utterance, self._reader, claim)

    async def _plain(self, state: State, claim: Claims) -> Plan | None:
        """The plan of one plain request, for which one agent is enough; None of any other."""
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))

        async def ask(agent: str) -> Claim | None:
            return await claim.first(state["text"], agent)

        return await plain_plan(await self._reader.read(utterance), utterance, await self._agents.cards(), ask)

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
        return await framed_plan(frames, utterance, cards, claim, self._abilities, latest=self._so_far.latest_agent(state))

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
        return near is None or is_possible(near) or await anybody_claims(piece, claim)

    async def _planned_possible(self, state: State, claim: Claims) -> Plan:
        """The plan of what nobody has to be told is impossible."""
        language = spoken_language(state["text"])
        if (plan := await self._by_code(state, claim)) is not None:
            return await with_readings(plan, claim)
        try:
            plan = await self._model_planner.planned(state, state["text"])
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
            return await self._model_planner.planned(state, question)
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
            return await self._model_planner.planned(state, state["text"] if whole else steps_of(state)[state["done"] - 1].request)
        except HouseSilent:
            return None

    def claims_of(self, state: State) -> Claims:
        """What the agents say of texts, each asked once for this plan."""
        return Claims(lambda piece, agents: self._said_of(state, piece, agents), tuple(self._agents.clients))

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

    async def _said_of(self, state: State, piece: str, agents: Collection[str]) -> Mapping[str, Claim]:
        steps = {agent: Step(agent=agent, request=piece) for agent in agents}
        latest = self._so_far.latest_agent(state)
        cards = await self._agents.cards()
        apart = {*(card.name for card in cards if card.listens or card.owns_first), keeper_of(cards)} - {latest}
        spoken = {a: {} if a in apart else self._so_far.focus(state, a) for a in steps}  # others are gone on about by their words
        return await self._agents.whole_claims({a: task_of(state, step, focus=spoken[a]) for a, step in steps.items()})

    async def _claims(self, state: State, piece: str) -> Mapping[str, Strength]:
        return await self.claims_of(state)(piece)

    def _silent(self, claims: Mapping[str, Strength]) -> bool:
        return len(claims) < len(self._agents.clients)

    async def untried(self, state: State, request: str) -> frozenset[str]:
        """Agents that were not given anything yet and find something of their own in the request."""
        return await self._model_planner.untried(state, request)

    def focus(self, state: State, agent: str) -> Mapping[str, Value]:
        """What an agent spoke of last in this conversation."""
        return self._so_far.focus(state, agent)
