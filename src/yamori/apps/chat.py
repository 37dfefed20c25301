"""`yamori chat`: one turn, or a session of them, through the same HTTP endpoint as the page."""

import sys
from collections.abc import Sequence
from contextlib import aclosing

import httpx

from yamori.apps.connection import reach_household
from yamori.apps.conversation import NO_TOKEN, UNAUTHORIZED, Conversation
from yamori.apps.keyboard import Keyboard, Terminal
from yamori.apps.settings import Settings
from yamori.apps.terminal import JsonScreen, LiveScreen, Screen, print_plain
from yamori.apps.texts import TEXTS
from yamori.domain.answer import Yes, read_answer
from yamori.domain.errors import HouseSilent, InvalidRequest, YamoriError
from yamori.domain.events import Replied, TurnFailed, Waiting
from yamori.domain.language import DEFAULT_LANGUAGE, Language, language_of


async def chat(
    settings: Settings,
    text: str | None,
    *,
    person: str | None = None,
    room: str | None = None,
    model: str | None = None,
    constraints: Sequence[str] = (),
    as_json: bool = False,
) -> int:
    """Hold the conversation; the process's exit status."""
    screen: Screen = JsonScreen() if as_json else LiveScreen()
    keyboard = Terminal()
    async with reach_household(settings) as client:
        speaker = person or (None if settings.token is not None else settings.person or await first_person(client))
        conversation = Conversation(client, person=speaker, room=room, model=model, constraints=constraints)
        if text is not None:
            return 0 if await hold_turn(conversation, text, screen=screen, keyboard=keyboard) else 1
        return await hold_session(conversation, screen=screen, keyboard=keyboard, language=settings.language or DEFAULT_LANGUAGE)


async def first_person(client: httpx.AsyncClient) -> str:
    """Who speaks when nobody said and nobody has an account: the home's first person."""
    try:
        reply = await client.get("/gate/home")
        if reply.status_code == UNAUTHORIZED:
            raise InvalidRequest(NO_TOKEN, where="YAMORI_TOKEN")
        people = reply.raise_for_status().json()["people"]
    except (httpx.HTTPError, ValueError, KeyError) as error:
        raise HouseSilent(f"the home could not be asked who lives in it ({type(error).__name__})") from error
    if not people:
        raise InvalidRequest("the home has no people yet; say who speaks with --person", where="--person")
    return str(people[0]["id"])


async def hold_session(conversation: Conversation, *, screen: Screen, keyboard: Keyboard, language: Language = DEFAULT_LANGUAGE) -> int:
    """Turn after turn until the person has no more to say. A turn that fails does not end the session."""
    prompts = sys.stdin.isatty()
    if prompts:
        print(TEXTS.said(language, "terminal.hello"), file=sys.stderr)
    went_well = True
    while text := await keyboard.line(TEXTS.said(language, "terminal.you")):
        language = language_of(text)
        try:
            went_well = await hold_turn(conversation, text, screen=screen, keyboard=keyboard)
        except YamoriError as error:
            print_plain(error, file=sys.stderr)
            went_well = False
    return 0 if went_well or prompts else 1


async def hold_turn(conversation: Conversation, text: str, *, screen: Screen, keyboard: Keyboard) -> bool:
    """One turn to its end, its questions and approvals answered on the way. False when it failed or nobody answered. What is said to a
    question and asks for something else is a turn of its own, which is followed instead."""
    turn: str | None = await conversation.say(text)
    while turn is not None:
        went_well, turn = await _follow(conversation, turn, language_of(text), screen=screen, keyboard=keyboard)
    return went_well


async def _follow(
    conversation: Conversation, turn: str, language: Language, *, screen: Screen, keyboard: Keyboard
) -> tuple[bool, str | None]:
    """Whether the turn ended well, or the turn that took its place."""
    try:
        async with aclosing(conversation.events(turn)) as events:
            async for happened in events:
                screen.show(happened)
                if isinstance(happened.event, Waiting):
                    needs_pin = any(approval.pin for approval in happened.event.approvals)
                    asks = "terminal.approve" if happened.event.approvals else "terminal.answer"
                    answer = await keyboard.line(TEXTS.said(language, asks))
                    if answer is None:
                        print(TEXTS.said(language, "terminal.no_answer", turn=turn), file=sys.stderr)
                        return False, None
                    if not happened.event.approvals:
                        if (taken := await conversation.say(answer)) != turn:
                            return False, taken
                        continue
                    pin = None
                    if needs_pin and isinstance(read_answer(answer), Yes):
                        pin = await keyboard.line(TEXTS.said(language, "terminal.pin"), hidden=True)
                    await conversation.answer(turn, answer, pin=pin)
                elif isinstance(happened.event, Replied | TurnFailed):
                    return isinstance(happened.event, Replied), None
            return False, None
    finally:
        screen.rest()
