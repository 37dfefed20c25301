"""What the account pages share: how one is rendered, and how somebody who is let in gets their cookies."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from yamori.domain.errors import HouseSilent, YamoriError
from yamori.web.account.forms import FormTokens
from yamori.web.account_port import AccountPort, Admitted, TurnedAway
from yamori.web.look import HEADERS, Look, reader_of
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell

TOO_MANY = 429


class Frame:
    def __init__(self, port: AccountPort, look: Look, shell: Shell) -> None:
        self.port = port
        self.look = look
        self.shell = shell
        self.tokens = FormTokens(port.cookies)

    async def page(self, request: Request, template: str, *, status: int = 200, **values: object) -> Response:
        """A page whose forms carry this browser's token."""
        token, fresh = self.tokens.issue(request)
        shown = {"problem": "", "notice": "", **values}
        response = await self.shell.page(request, f"account/{template}", shown, here=request.url.path, status=status, csrf=token)
        self.tokens.set(response, fresh)
        return response

    def admitted(self, admitted: Admitted, to: str) -> Response:
        """On to a page, with the cookies; the one that tied the form is not needed any more."""
        cookies = self.port.cookies
        response = RedirectResponse(to, status_code=303, headers=HEADERS)
        cookies.set(response, cookies.session, admitted.session)
        if admitted.browser is not None:
            cookies.set(response, cookies.browser, admitted.browser)
        if admitted.is_shared:
            cookies.set(response, cookies.shared, admitted.session)
        cookies.drop(response, cookies.form)
        return response

    def says(self, request: Request, problem: PageProblem | YamoriError | TurnedAway) -> tuple[str, int]:
        """What is said, and with which status."""
        words = self.look.words(reader_of(request).language)
        match problem:
            case TurnedAway(why="wait"):
                minutes = -(-problem.seconds // 60)
                return words.count("account.wait", minutes), TOO_MANY
            case TurnedAway():
                return words(f"account.{problem.why}"), 401 if problem.why == "wrong" else 403
            case PageProblem():
                return words(problem.key, **problem.fill), problem.status
            case HouseSilent():
                return words("account.busy"), status_of(problem)
            case _:
                where = getattr(problem, "where", "")
                return words.either(f"account.problem_{where}", str(problem)), status_of(problem)
