"""Words of a sentence that name a value which the commanded devices could be set to, and which no order sets: `start the washer on quick`.

The reader takes such a word for a part of the asking; the coverage check is to see that nothing was done about it.
"""

import re
from collections.abc import Iterator, Sequence

from yamori.agents.iot.rules.commands import Order, properties
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import Lexicon, squeezed
from yamori.understanding.span import Span
from yamori.understanding.word_lists import whole_words


def unset_values(text: str, orders: Sequence[Order], index: HomeIndex, lexicon: Lexicon) -> tuple[Span, ...]:
    """Where they stand in the text (normal form). What asks for an order itself (on, off, start) is none."""
    given = {squeezed(str(value)) for order in orders for value in order.arguments.values()}
    asking = [m.span() for sense in (*lexicon.senses, *lexicon.steps) for m in sense.phrases.pattern.finditer(text)]
    found = [
        Span(*m.span())
        for value in {v for order in orders for v in _values_of(order.device, index)} - given
        for m in _pattern(value, lexicon).finditer(text)
    ]
    return tuple(span for span in found if not any(span.start < end and start < span.end for start, end in asking))


def _values_of(device: str, index: HomeIndex) -> Iterator[str]:
    """The values of a list that its commands take."""
    for _, name in index.devices[device].capabilities():
        for command in index.capabilities[name].commands.values():
            for schema in properties(command).values():
                yield from (squeezed(value) for value in schema.get("enum", ()) if isinstance(value, str))


def _pattern(value: str, lexicon: Lexicon) -> re.Pattern[str]:
    return lexicon.values[value].pattern if value in lexicon.values else whole_words((value,))
