"""The tasks that exist and that an intent is about."""

from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.resolution import Resolution, resolve_tasks
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation


def tasks_named(intent: Intent, known: Known, *, said: str) -> Resolution:
    """`said` is the whole clause that the intent was read from."""
    return resolve_tasks(
        intent.words, known, said=said, when=intent.lies, everything=intent.everything, done=intent.operation is Operation.REOPEN
    )
