"""An exported memory as a document, and back. What is read is checked as if a stranger had written it: one may have."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal, cast

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from yamori.domain.language import Language
from yamori.domain.plain_text import single_line, strip_controls
from yamori.domain.values import Value, plain_value
from yamori.memory.audience import Audience
from yamori.memory.fact import LARGEST_VALUE, LONGEST_NAME, Category, Fact, Source, SourceKind, Term
from yamori.memory.identity import slot_of
from yamori.memory.utterance import LONGEST_TEXT, KeptUtterance, Kind, Words

FORMAT = "yamori-memory-1"
MOST_FACTS = 50_000
MOST_UTTERANCES = 1_000_000
_Line = Annotated[str, AfterValidator(single_line)]


def _checked_value(value: object) -> object:
    if value is None or value == "" or len(json.dumps(value, ensure_ascii=False)) > LARGEST_VALUE:
        raise ValueError(f"a value has 1 to {LARGEST_VALUE} characters")
    return plain_value(value)  # type: ignore[arg-type]  # whatever JSON holds


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class FactDocument(_Part):
    """One version of a slot."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    category: Category
    name: Annotated[_Line, Field(min_length=1, max_length=LONGEST_NAME)]
    value: Annotated[object, AfterValidator(_checked_value)]
    audience: Audience
    since: AwareDatetime
    expires: AwareDatetime | None = None
    quote: Annotated[_Line, Field(max_length=1_000)] = ""
    utterance: int | None = None
    confidence: float = Field(ge=0, le=1)
    importance: float = Field(ge=0, le=1)
    uses: int = Field(ge=0, le=1_000_000_000)
    last_used: AwareDatetime | None = None
    ended: AwareDatetime | None = None
    replaced_by: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = None


class UtteranceDocument(_Part):
    """One utterance, word for word."""

    id: int = Field(ge=1)
    key: Annotated[str, Field(min_length=1, max_length=500)]
    conversation: Annotated[_Line, Field(max_length=200)]
    at: AwareDatetime
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(strip_controls)]
    language: Language
    room: Annotated[_Line, Field(max_length=200)] | None = None
    audience: Audience
    kind: Kind


class MemoryDocument(_Part):
    """The whole of it."""

    format: Literal["yamori-memory-1"]
    person: str
    exported: AwareDatetime
    long_term: Annotated[tuple[FactDocument, ...], Field(max_length=MOST_FACTS)]
    short_term: Annotated[tuple[FactDocument, ...], Field(max_length=MOST_FACTS)]
    utterances: Annotated[tuple[UtteranceDocument, ...], Field(max_length=MOST_UTTERANCES)] = ()


def fact_document(fact: Fact) -> Mapping[str, Value]:
    return {
        "id": fact.id,
        "category": fact.category.value,
        "name": fact.name,
        "value": fact.value,
        "audience": fact.audience.value,
        "since": fact.since.isoformat(),
        "expires": _written(fact.expires),
        "quote": fact.source.quote,
        "utterance": fact.source.utterance,
        "confidence": fact.confidence,
        "importance": fact.importance,
        "uses": fact.uses,
        "last_used": _written(fact.last_used),
        "ended": _written(fact.ended),
        "replaced_by": fact.replaced_by,
    }


def utterance_document(key: str, said: KeptUtterance) -> Mapping[str, Value]:
    return {
        "id": said.id,
        "key": key,
        "conversation": said.conversation,
        "at": said.at.isoformat(),
        "text": said.text,
        "language": said.language.value,
        "room": said.room,
        "audience": said.audience.value,
        "kind": said.kind.value,
    }


def facts_in(document: MemoryDocument) -> Sequence[Fact]:
    return [
        _fact(each, document.person, term)
        for term, held in ((Term.LONG, document.long_term), (Term.SHORT, document.short_term))
        for each in held
    ]


def words_in(document: MemoryDocument) -> Sequence[tuple[int, Words]]:
    """With the ids that they had."""
    return [
        (
            each.id,
            Words(
                person=document.person,
                conversation=each.conversation,
                at=each.at,
                text=each.text,
                language=each.language,
                room=each.room,
                audience=each.audience,
                kind=each.kind,
                key=each.key,
            ),
        )
        for each in document.utterances
    ]


def _fact(read: FactDocument, person: str, term: Term) -> Fact:
    return Fact(
        id=read.id,
        person=person,
        audience=read.audience,
        category=read.category,
        slot=slot_of(read.name),
        name=read.name,
        value=cast(Value, read.value),
        term=term,
        expires=read.expires,
        source=Source(kind=SourceKind.PERSON, utterance=read.utterance, quote=read.quote),
        since=read.since,
        confidence=read.confidence,
        importance=read.importance,
        uses=read.uses,
        last_used=read.last_used,
        ended=read.ended,
        replaced_by=read.replaced_by,
    )


def _written(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
