"""What lies nearest to a question: the index finds, a slower encoder reads the best closer."""

from collections.abc import Sequence

from yamori.agents.lifestyle.rules.judging import is_entry_asked_for
from yamori.agents.lifestyle.rules.reranking import CANDIDATES, READ, SEARCHED, candidates, reranked
from yamori.agents.lifestyle.store import Hit, Papers
from yamori.domain.language import language_of
from yamori.embedding.port import TextEncoder


class Finding:
    """Over one household's papers; without a `closer` encoder the first order stands."""

    def __init__(self, papers: Papers, closer: TextEncoder | None) -> None:
        self._papers = papers
        self._closer = closer

    async def found(self, question: str, *, topics: Sequence[str] = ()) -> list[Hit]:
        """The likeliest to answer first. Raises `NotFound` for a topic that there is not."""
        hits = await self._papers.search(question, topics=topics, limit=SEARCHED)
        if self._closer is None or len(hits) < 2 or is_entry_asked_for(hits):
            return hits[:CANDIDATES]
        hits = candidates(language_of(question), hits)
        passages = await self._closer.passages([h.passage.searched(h.paper.title)[:READ] for h in hits])
        near = passages @ (await self._closer.questions([question]))[0]
        return reranked(language_of(question), hits, [float(n) for n in near])
