"""All routes of signing in and of the account. `apps` includes them beside the page's."""

from fastapi import APIRouter

from yamori.agentkit.taking_in import take_in
from yamori.web.account.own import AccountPages
from yamori.web.account.signing_in import SignInPages
from yamori.web.account_port import AccountPort
from yamori.web.assets import page_assets
from yamori.web.look import Look
from yamori.web.ports import Ports
from yamori.web.shell import Shell


def account_router(port: AccountPort, ports: Ports) -> APIRouter:
    look = Look(page_assets(), port.name_of)
    shell = Shell(ports, look)
    router = APIRouter(include_in_schema=False)
    take_in(router, SignInPages(port, look, shell).router())
    take_in(router, AccountPages(port, look, shell).router())
    return router
