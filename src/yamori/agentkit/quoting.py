"""What a title or memo quotes of earlier findings, as one would write it down."""

from collections.abc import Sequence

from yamori.agentkit.finding import Finding
from yamori.agentkit.texts import EVERYWHERE
from yamori.domain.language import Language

LONGEST = 200
"""Characters of a quotation; what is longer is cut at its end."""


def quotation_of(findings: Sequence[Finding], language: Language) -> str:
    """The findings on one line; empty where nothing was found."""
    texts = dict.fromkeys(" ".join(value.text.split()) for finding in findings for value in finding.values)
    joined = EVERYWHERE.said(language, "findings").join(text for text in texts if text)
    return joined if len(joined) <= LONGEST else joined[: LONGEST - 1] + "…"
