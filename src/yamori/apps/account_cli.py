"""The words of `yamori account …` and `yamori token …`; `accounts` does the work. Nothing heavy is imported here."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from yamori.apps.settings import Settings

Person = Annotated[str, typer.Argument(metavar="PERSON", help="Id of a person of the home, such as aiko.")]
Data = Annotated[Path | None, typer.Option("--data", file_okay=False, help="Where Yamori keeps what it learns.")]
Home = Annotated[str | None, typer.Option("--home", metavar="FILE", help="The home whose people these are.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="When it ends, such as 2026-12-31.")]
Finish = Callable[[Coroutine[object, object, int]], None]
ReadSettings = Callable[..., "Settings"]


def account_commands(read: ReadSettings, finish: Finish) -> typer.Typer:
    commands = typer.Typer(help="Who of the household can sign in.", no_args_is_help=True, rich_markup_mode=None)

    @commands.command()
    def add(person: Person, until: Until = None, data: Data = None, home: Home = None) -> None:
        """Make an account; the password is asked for, or read from stdin. The first one is an adult's."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import add_account

        finish(add_account(settings, person, until=until))

    @commands.command("list")
    def list_all(data: Data = None, home: Home = None) -> None:
        """Who can sign in, and for how long."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import list_accounts

        finish(list_accounts(settings))

    @commands.command()
    def password(person: Person, data: Data = None, home: Home = None) -> None:
        """Set a new password. Whatever was let in under the old one is let in no more."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import set_password

        finish(set_password(settings, person))

    @commands.command()
    def remove(person: Person, data: Data = None, home: Home = None) -> None:
        """Remove an account with its sessions, tokens and passkeys; what the person did and said stays."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import remove_account

        finish(remove_account(settings, person))

    return commands


def token_commands(read: ReadSettings, finish: Finish) -> typer.Typer:
    commands = typer.Typer(help="Tokens with which programs speak to the house.", no_args_is_help=True, rich_markup_mode=None)

    @commands.command()
    def add(
        name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for.")],
        person: Annotated[str, typer.Option("--person", help="In whose name the program acts.")],
        scope: Annotated[
            list[str] | None,
            typer.Option("--scope", help="read, chat, devices, schedule, papers or admin; may be repeated. Default: read and chat."),
        ] = None,
        until: Until = None,
        data: Data = None,
        home: Home = None,
    ) -> None:
        """Make a token; it goes to stdout, this once."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import add_token

        finish(add_token(settings, name, person=person, scopes=scope or (), until=until))

    @commands.command("list")
    def list_all(data: Data = None, home: Home = None) -> None:
        """Every token, without its secret."""
        settings = read(data=data, home=home)
        from yamori.apps.accounts import list_tokens

        finish(list_tokens(settings))

    @commands.command()
    def revoke(id: Annotated[str, typer.Argument(metavar="ID", help="As `yamori token list` says.")], data: Data = None) -> None:
        """From here on it opens nothing."""
        settings = read(data=data)
        from yamori.apps.accounts import revoke_token

        finish(revoke_token(settings, id))

    return commands
