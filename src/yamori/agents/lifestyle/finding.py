"""What lies nearest to a question: the index finds, a slower encoder reads the best closer."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.lifestyle.reranker import turned
from yamori.agents.lifestyle.rules.reranking import CANDIDATES, READ, SEARCHED, candidates, reranked
from yamori.agents.lifestyle.store import Hit, Papers
from yamori.domain.language import language_of
from yamori.embedding.port import TextEncoder


class Finding:
    """Over one household's papers; without a `closer` encoder the first order stands."""

    def __init__(self, papers: Papers, reranker: TextEncoder | None) -> None:
        self._papers = papers
        self._reranker = turned(reranker)

    async def found(self, question: str, *, topics: Sequence[str] = (), limit: int = CANDIDATES) -> list[Hit]:
        """The likeliest to answer first. Raises `NotFound` for a topic that there is not."""
        hits = await self._papers.search(question, topics=topics, limit=max(SEARCHED, limit))
        if self._reranker is None or len(hits) < 2:
            return hits[:limit]
        best = candidates(language_of(question), hits)
        passages = await self._reranker.passages([h.passage.searched(h.paper.title)[:READ] for h in best])
        near = passages @ (await self._reranker.questions([question]))[0]
        again = reranked(language_of(question), best, [float(n) for n in near])
        known = {id(h) for h in best}
        rest = [replace(h, score=min(h.score, again[-1].score)) for h in hits if id(h) not in known]  # nobody read them closer
        return [*again, *rest][:limit]
