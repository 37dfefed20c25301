"""What the account pages share: how one is rendered, and how somebody who is let in gets their cookies."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from yamori.domain.errors import HouseSilent, YamoriError
from yamori.web.account.forms import FormTokens
from yamori.web.account_port import AccountPort, Admitted, TurnedAway
from yamori.web.look import HEADERS, LANGUAGE_COOKIE, Look, Reader, answered, reader_of
from yamori.web.problems import PageProblem, status_of

_A_YEAR = 31_536_000
TOO_MANY = 429


class Frame:
    def __init__(self, port: AccountPort, look: Look) -> None:
        self.port = port
        self.look = look
        self.tokens = FormTokens(port.cookies)

    def page(self, request: Request, template: str, *, status: int = 200, **values: object) -> Response:
        """A page whose forms carry this browser's token."""
        reader = reader_of(request)
        token, fresh = self.tokens.issue(request)
        html = self.look.render(
            f"account/{template}",
            reader=reader,
            csrf=token,
            language_address=f"{request.url.path}?lang={self._word(reader, 'page.language_code')}",
            **{"problem": "", "notice": "", **values},
        )
        response = answered(html, status=status)
        self.tokens.set(response, fresh)
        if request.query_params.get("lang"):
            response.set_cookie(LANGUAGE_COOKIE, reader.language.value, max_age=_A_YEAR, samesite="strict")
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

    def _word(self, reader: Reader, key: str) -> str:
        return self.look.words(reader.language)(key)
