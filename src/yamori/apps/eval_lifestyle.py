"""`yamori eval lifestyle`: questions to the Life-Style agent alone, the paper's ten or a file of them on a folder of papers."""

import hashlib
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from yamori.agentkit.secret import secret_header
from yamori.agentkit.transport import StreamingTransport
from yamori.agents.lifestyle.intake import STARTER, Incoming, Step
from yamori.agents.lifestyle.rules.topics import DEFAULT
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store import Origin, State
from yamori.apps.homes import named_home
from yamori.apps.household import Household, run_household
from yamori.apps.papers import PaperOptions
from yamori.apps.settings import Settings
from yamori.domain.clock import SystemClock
from yamori.domain.errors import InvalidRequest
from yamori.embedding.named import paper_encoder, reranker_encoder
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.ongoing import Progress, Summary
from yamori.evaluation.papers.household import OpensPapers, PapersHousehold, Reading
from yamori.evaluation.papers.library.questionfile import read_questions
from yamori.evaluation.papers.library.report import read_asked, summary_line
from yamori.evaluation.papers.library.run import evaluate_questions
from yamori.evaluation.papers.ten.report import RULES, counted, marks_of
from yamori.evaluation.papers.ten.run import RUNS, evaluate_ten
from yamori.evaluation.papers.ten.tasks import LANGUAGES, read_tasks
from yamori.evaluation.spent import Spent
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import read_settings as read_model_settings

if TYPE_CHECKING:
    from yamori.embedding.port import Vectors

HOME = "demo"


@dataclass(frozen=True, kw_only=True)
class AskedOfPapers:
    """Which questions are asked, of which papers."""

    questions: Path | None = None
    """None: the paper's ten."""
    starter: bool = True
    """Whether the starter library is among the papers."""
    language: str | None = None
    """None: both."""

    def check(self) -> None:
        """Raises `InvalidRequest`."""
        if self.language is not None and self.language not in LANGUAGES:
            raise InvalidRequest(f"there is no language {self.language!r}", where="--language", nearest=LANGUAGES)
        if self.questions is None and not self.starter:
            raise InvalidRequest(
                "the ten questions are asked of the starter library; --no-starter goes with --questions", where="--no-starter"
            )

    @property
    def name(self) -> str:
        """Of the folder of results below `out/`."""
        return "lifestyle" if self.questions is None else f"lifestyle-{self.questions.name.removesuffix('.questions.yaml')}"


async def evaluate_papers(
    settings: Settings, asked: AskedOfPapers, *, model: str | None, runs: int | None, out: Path, progress: Progress | None = None
) -> Summary:
    """Raises `InvalidRequest` and `Misconfigured` before anything is asked."""
    asked.check()
    asking = read_questions(asked.questions) if asked.questions is not None else None
    encoder = paper_encoder(settings.encoder)
    async with AsyncExitStack() as stack:
        reranker = reranker_encoder(settings.encoder, stack.enter_context(open_encoder(None)))
        models = await stack.enter_async_context(
            open_models(
                read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=SystemClock("UTC")
            )
        )
        answers, edition = models.of(Role.LIFESTYLE).model, f"{starter_edition() if asked.starter else 'none'}\n{settings.encoder}"
        if asking is not None:
            papers = {name: asking.folder / name for name in asking.papers}
            return await evaluate_questions(
                asking,
                opens=opener(models, encoder, reranker=reranker, starter=asked.starter, papers=papers),
                terms=terms,
                answers=answers,
                edition=edition,
                language=asked.language,
                model=model,
                runs=runs or 1,
                out=out,
                progress=progress,
            )
        return await evaluate_ten(
            read_tasks(),
            opens=opener(models, Remembering(encoder) if encoder is not None else None, reranker=reranker, starter=True),
            encoder=encoder if settings.encoder == "use" else paper_encoder("use"),
            answers=answers,
            edition=edition,
            languages=(asked.language,) if asked.language else LANGUAGES,
            model=model,
            runs=runs or RUNS,
            out=out,
            progress=progress,
        )


def found(summary: Summary, asked: AskedOfPapers) -> Iterator[str]:
    """What came of it, for the terminal."""
    if asked.questions is not None:
        yield f"{summary.right} right, {summary.wrong} wrong; {summary_line(read_asked(summary.results, summary.folder))}"
        return
    marks = marks_of(summary.results, read_tasks(), summary.folder)
    for language in sorted({case.language for case in summary.results.cases}):
        yield f"{language}: " + "; ".join(f"by {rule} {counted(marks, language, rule)}" for rule in RULES)


def starter_edition() -> str:
    """Tells one state of the starter library from another."""
    files = sorted(STARTER.glob("*/*.jsonl"))
    return hashlib.sha256(b"\0".join(f.name.encode() + b"\0" + f.read_bytes() for f in files)).hexdigest()


def opener(
    models: Models, encoder: TextEncoder | None, *, reranker: TextEncoder | None, starter: bool, papers: Mapping[str, Path] | None = None
) -> OpensPapers:
    """Opens a household that has read the starter library, or these papers (path in their folder to file), or both."""

    @asynccontextmanager
    async def opens() -> AsyncIterator[PapersHousehold]:
        begun, home = time.monotonic(), named_home(HOME)
        options = PaperOptions(encoder=encoder, reranker=reranker, starter=starter)
        clock = SystemClock(home.home.place.timezone)
        async with run_household(home, data=None, clock=clock, models=models, papers=options) as household:
            await household.papers.starting.done()
            if isinstance(encoder, Remembering):
                encoder.stop()
            failed = await _taken_in(household, papers or {})
            reading = await _reading(household, failed, seconds=time.monotonic() - begun)
            transport = StreamingTransport(household.app)
            headers = secret_header(household.agent_secret)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=120.0, headers=headers) as client:
                yield QuestionedHousehold(client=client, household=household, reading=reading)

    return opens


async def _taken_in(household: Household, papers: Mapping[str, Path]) -> Sequence[str]:
    """As the watched folder takes them: a folder in the folder is a topic. Those that could not be read, each with its reason."""
    failed = []
    for name, path in papers.items():
        topic, below, rest = name.partition("/")
        kept = (topic, rest) if below else (DEFAULT, name)
        incoming = Incoming(path=path, topic=kept[0], name=kept[1], origin=Origin.FOLDER)
        async for step in household.papers.intake.take(incoming):
            if step.step is Step.FAILED:
                failed.append(f"{name}: {step.problem}")
    return failed


async def _reading(household: Household, failed: Sequence[str], *, seconds: float) -> Reading:
    ready = [paper for paper in await household.papers.papers.all() if paper.state is State.READY]
    return Reading(papers=len(ready), passages=sum(paper.passages for paper in ready), failed=tuple(failed), seconds=seconds)


@dataclass(frozen=True, kw_only=True)
class QuestionedHousehold:
    """Fulfils `evaluation.papers.household.PapersHousehold`."""

    client: httpx.AsyncClient
    household: Household
    reading: Reading

    @property
    def person(self) -> str:
        return self.household.speaker

    async def spent(self) -> Spent:
        if not isinstance(self.household.models, RoleModels):
            return Spent()
        total = await self.household.models.ledger.totals()
        return Spent(calls=total.calls, prompt_tokens=total.prompt_tokens, completion_tokens=total.completion_tokens)


class Remembering:
    """An encoder around an encoder that encodes what is read only once: sixty fresh households read the same library, and what they
    share is a model's output and nothing of theirs. Fulfils `TextEncoder`."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        self._learns = True

    def stop(self) -> None:
        """Remember nothing more: the library is read, and from here on it is measured how long an answer takes."""
        self._learns = False

    @property
    def name(self) -> str:
        return self._encoder.name

    async def questions(self, texts: Sequence[str]) -> "Vectors":
        return await self._encoder.questions(texts)

    async def passages(self, texts: Sequence[str]) -> "Vectors":
        import numpy as np

        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        made = dict(zip(new, await self._encoder.passages(new), strict=True)) if new else {}
        if self._learns:
            self._known.update(made)
        rows = [made[text] if text in made else self._known[text] for text in texts]
        return np.stack(rows) if rows else np.empty((0, 0), dtype=np.float32)
