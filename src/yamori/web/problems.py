"""What went wrong, as the page shows it: beside the box it was sent from, in the reader's language, with the text left alone."""

from fastapi.responses import HTMLResponse

from yamori.agentkit.access import CALLER
from yamori.domain.access import chooses_person
from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import AskThePerson, Forbidden, HouseSilent, InvalidRequest, NotFound, TryAgain, YamoriError
from yamori.web.look import Look, Reader, answered


class PageProblem(Exception):
    """A request that the page itself turns down; `key` names the sentence in `words/`."""

    def __init__(self, key: str, *, status: int = 422, **fill: str) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.fill = fill


def problem_shown(problem: PageProblem | YamoriError, *, look: Look, reader: Reader, place: str) -> HTMLResponse:
    """A fragment for the element with the id `place`, and a status that says whose mistake it was."""
    words = look.words(reader.language)
    text = words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)
    nearest = problem.nearest if isinstance(problem, InvalidRequest) else ()
    headers = {"HX-Retarget": f"#{place}", "HX-Reswap": "innerHTML"}
    return answered(look.render("problem.html", reader=reader, text=text, nearest=nearest), status=status_of(problem), headers=headers)


def status_of(problem: PageProblem | YamoriError) -> int:
    if is_disk_full(problem):
        return 507
    match problem:
        case PageProblem():
            return problem.status
        case Forbidden():
            return 403
        case NotFound() if not chooses_person(CALLER.get()):
            return 404
        case TryAgain():
            return 422
        case AskThePerson():
            return 409
        case HouseSilent():
            return 503
        case _:
            return 500
