"""Clauses that say only what to do with something said elsewhere: `write that down`, `you can tick that off`, `don't let me forget`."""

import re

from yamori.agents.scheduler.rules.english.words import NOUN, PLACE, PRONOUN, stripped
from yamori.agents.scheduler.rules.intents import Operation

_IN = rf"(?: (?:to|on|in|into|onto|down in|down on) {PLACE}| in| down| on)?"
_THING = r"(?: (?:to|on|for) (?:it|that|this))?"
_DIRECTIVES: tuple[tuple[Operation, re.Pattern[str]], ...] = (
    (
        Operation.NOTE,
        re.compile(
            rf"^(?:add|put|attach|write|save|keep) {PRONOUN} (?:down )?(?:as|in) (?:a |the |my )?(?:note|memo|comment|notes)s?{_THING}$",
            re.I,
        ),
    ),
    (
        Operation.ADD,
        re.compile(
            rf"^(?:(?:please )?(?:write|note|jot|put|get|mark) (?:{PRONOUN} )?down(?: {PRONOUN})?{_IN}"
            rf"|(?:add|put|enter|log|save|record|pencil|stick|pop|book|schedule|note|jot|chuck|include|get|set|write) {PRONOUN}"
            rf"(?: (?:up|down))?{_IN}(?: as (?:a |an )?{NOUN})?"
            rf"|make (?:a |me a )?(?:note|reminder|task|entry)(?: (?:of|about|for|out of) {PRONOUN})?{_IN}"
            rf"|(?:set|create|add) (?:me )?(?:a |an )?(?:{NOUN}|note|reminder)(?: (?:of|about|for) {PRONOUN})?{_IN}"
            rf"|(?:i )?(?:don'?t|do not|mustn'?t) (?:let me )?forget(?: (?:about )?{PRONOUN})?"
            rf"|make sure (?:that )?i (?:don'?t|remember)(?: forget)?(?: {PRONOUN})?"
            rf"|remember(?: {PRONOUN})?|(?:keep|hold on to|store) {PRONOUN}(?: (?:somewhere|safe|handy))?{_IN}"
            rf"|remind me(?: (?:of|about) {PRONOUN})?|keep {PRONOUN} in mind|bear {PRONOUN} in mind)$",
            re.I,
        ),
    ),
    (
        Operation.REOPEN,
        re.compile(
            rf"^(?:mark|set) {PRONOUN} (?:as |back to )?(?:not done|undone|not finished|unfinished|open)$|^(?:uncheck"
            rf"|untick|unmark|reopen) {PRONOUN}$"
            r"|^(?:it|that)(?:'s| is) not (?:done|finished)(?: yet)?$",
            re.I,
        ),
    ),
    (
        Operation.DONE,
        re.compile(
            rf"^(?:(?:tick|check|cross|mark|strike) (?:off )?{PRONOUN}(?: (?:off|done|out))?(?: (?:off|from|on|in) {PLACE})?"
            rf"|(?:tick|check|cross) off|(?:mark|set|count|save|log) {PRONOUN} (?:down )?(?:as |to )?(?:done|complete[d]?|finished)"
            rf"|(?:that|it)(?:'s| is| one is|'s one) (?:now |all )?(?:done|finished|sorted|complete[d]?|off (?:my|the) list)"
            rf"|(?:complete|finish|close) {PRONOUN}|mark as done|i(?:'m"
            rf"| am) (?:all )?done with {PRONOUN}(?: already)?|done with {PRONOUN})$",
            re.I,
        ),
    ),
    (
        Operation.DELETE,
        re.compile(
            rf"^(?:delete|remove|cancel|drop|scrap|erase|clear|forget(?: about)?|get rid of|call off|take|strike|bin|wipe) {PRONOUN}"
            rf"(?: (?:off|out|away|from|off of|out of)(?: {PLACE})?| from {PLACE})?(?: again)?$|^(?:take off|call {PRONOUN} off)$",
            re.I,
        ),
    ),
    (
        Operation.RENAME,
        re.compile(
            rf"^(?:rename|retitle|correct|fix|change|update|adjust|amend) {PRONOUN}(?: (?:title|name))?(?: accordingly)?$"
            r"|^(?:change|fix|correct|update) the (?:name|title|time|date|entry|day)$",
            re.I,
        ),
    ),
)


def directive(text: str) -> Operation | None:
    """What is to be done with what was just said, where the clause says nothing else."""
    bare = stripped(text)
    return next((operation for operation, pattern in _DIRECTIVES if pattern.match(bare)), None)
