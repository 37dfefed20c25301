"""What the house remembers of its people: every word of theirs, facts (long-term and short-lived), and profiles made of both.

A stranger to gateway, agents, orchestrator and web: `apps` opens `open_memory` and fulfils their ports with it. It never takes who speaks
from a model or a parameter of a request, believes no text from outside, and keeps nothing of guests.
"""

from yamori.memory.audience import HOUSEHOLD, Audience
from yamori.memory.difference import Change, Difference, Edit, Merge, Put, Withdraw
from yamori.memory.fact import Category, Fact, Source, SourceKind, Term
from yamori.memory.facts import Ended
from yamori.memory.forgetting import Forgotten
from yamori.memory.memory import Memory, encoding_beside, open_memory
from yamori.memory.passes.passing import Passed
from yamori.memory.ports import Residents
from yamori.memory.recall.query import Form, Query, Recall, Reminder
from yamori.memory.transfer import Imported
from yamori.memory.updating import Update
from yamori.memory.utterance import KeptUtterance, Kind, Words

__all__ = [
    "HOUSEHOLD",
    "Audience",
    "Category",
    "Change",
    "Difference",
    "Edit",
    "Ended",
    "Fact",
    "Forgotten",
    "Form",
    "Imported",
    "KeptUtterance",
    "Kind",
    "Memory",
    "Merge",
    "Passed",
    "Put",
    "Query",
    "Recall",
    "Reminder",
    "Residents",
    "Source",
    "SourceKind",
    "Term",
    "Update",
    "Withdraw",
    "Words",
    "encoding_beside",
    "open_memory",
]
