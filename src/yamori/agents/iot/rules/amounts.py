"""How much was said: a number, or a word such as `half`, `max` and 2倍."""

from dataclasses import dataclass

from yamori.agents.iot.rules.commands import Setter, State, limits
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.words import Lexicon, Number, Portion, numbers


@dataclass(frozen=True)
class Amount:
    """Either a number or a portion, and the words that said it."""

    number: Number | None
    portion: Portion | None
    span: str

    def of(self, s: Setter, state: State, part: Part, *, closing: bool = False) -> float | None:
        """The value for this setter; None where it depends on a state that is not known. `closing` counts a share from the top."""
        low, high = limits(s)
        bottom, top = low if low is not None else 0.0, high if high is not None else 100.0
        if self.number is not None:
            raw = not s.attribute.unit and self.number.unit == "%" and top != 100 and top > bottom
            return bottom + (top - bottom) * self.number.value / 100 if raw else self.number.value
        assert self.portion is not None
        if self.portion.times is not None:
            now = state.get(f"{part.device}.{s.component}.{s.capability.name}.{s.attribute.name}")
            if not isinstance(now, int | float) or isinstance(now, bool):
                return None
            return min(max(now * self.portion.times, bottom), top)
        share = self.portion.share or 0.0
        if share == 0 and bottom == 0 and top <= 12:
            return 1.0  # the slowest speed still turns
        return bottom + (top - bottom) * (1 - share if closing else share)

    def cut(self, text: str) -> str:
        return text.replace(self.span, " ", 1)


def amount_in(predicate: str, rest: str, lexicon: Lexicon) -> Amount | None:
    """The one amount of a request; None where it has none, or several."""
    said = numbers(predicate)
    words = [(m, p) for p in lexicon.portions if (m := p.phrases.found(predicate)) and (m.group() in rest or p.phrases.found(rest))]
    if words:
        match, portion = max(words, key=lambda w: w[0].end() - w[0].start())
        if all(match.start() <= n.start and n.end <= match.end() for n in said):
            left = portion.phrases.found(rest)  # `all the way up` without the `up` that asked for more
            return Amount(None, portion, left.group() if left else match.group())
    return Amount(said[0], None, predicate[said[0].start : said[0].end]) if len(said) == 1 else None
