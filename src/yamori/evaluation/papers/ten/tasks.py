"""The ten questions as data: what is asked and expected in each language, its core keywords, the paper's marks. Reads `tasks.yaml`."""

import hashlib
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yamori.domain.errors import Misconfigured

TASKS = Path(__file__).parent / "tasks.yaml"
LANGUAGES = ("en", "ja")


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Statement(_Block):
    en: str
    ja: str

    def of(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


class Question(_Block):
    ask: str
    answer: str
    """The paper's."""


class Core(_Block):
    """One core keyword of the answer."""

    says: Statement
    """The statement of the answer that it carries."""
    en: tuple[str, ...] = Field(min_length=1)
    ja: tuple[str, ...] = Field(min_length=1)
    spelled: tuple[str, ...] = ()
    """The same words in other letters, which are no other words: of those before, in either language."""

    def keyword(self, language: str) -> str:
        """The paper's own word."""
        return self.ja[0] if language == "ja" else self.en[0]

    def spellings(self, language: str) -> tuple[str, ...]:
        """The paper's own word however it is written."""
        return (self.keyword(language), *self.spelled)

    @property
    def words(self) -> tuple[str, ...]:
        """All that say it, in both languages: an answer may quote a paper of the other one."""
        return (*self.en, *self.ja, *self.spelled)


class PaperTask(_Block):
    task: int
    category: str
    paper: str
    """One mark for each of `PaperTasks.models`."""
    en: Question
    ja: Question
    core: tuple[Core, ...] = Field(min_length=1)

    def question(self, language: str) -> Question:
        return self.ja if language == "ja" else self.en


class PaperTasks(_Block):
    models: tuple[str, ...]
    """Of the paper's Table 4.4."""
    file: str
    tasks: tuple[PaperTask, ...]
    hash: str
    """Of the file: results of an edited one are not taken over."""


def read_tasks(file: Path = TASKS) -> PaperTasks:
    """Raises `Misconfigured`."""
    try:
        text = file.read_text(encoding="utf-8")
        return PaperTasks.model_validate({**yaml.safe_load(text), "file": file.name, "hash": hashlib.sha256(text.encode()).hexdigest()})
    except (OSError, yaml.YAMLError, ValidationError, TypeError) as error:
        raise Misconfigured(f"the ten questions cannot be read: {error}", where=str(file), mend="compare it with the product's") from error
