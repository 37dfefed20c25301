"""What opens calendars on servers: passwords and grants, in one file that only its owner may read, beside the database and never in it.

The file holds them in clear, since a server must be given them: whoever can read the household's data folder as its owner can read
them too. No answer, journal or log holds one.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, RootModel, SecretStr, ValidationError

from yamori.domain.errors import Misconfigured

FILE = "calendar-secrets.json"


class Grant(BaseModel):
    """An OAuth 2 grant (RFC 6749, 6): what buys an access token for each sync."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    client_id: str = Field(min_length=1, max_length=500)
    client_secret: SecretStr = Field(max_length=500)
    refresh_token: SecretStr = Field(min_length=1, max_length=2000)
    token_address: str = Field(default="https://oauth2.googleapis.com/token", pattern=r"^https://[^\s@]{1,300}$")


class Secret(BaseModel):
    """How one account is opened: by a password or by a grant."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    password: SecretStr | None = Field(default=None, max_length=1000)
    grant: Grant | None = None


class _File(RootModel[dict[str, Secret]]):
    pass


@dataclass
class Secrets:
    """The secrets of all accounts, by their number; without a file in memory only."""

    file: Path | None
    _kept: dict[str, Secret] | None = None

    def of(self, account_id: int) -> Secret | None:
        return self._all().get(str(account_id))

    def keep(self, account_id: int, secret: Secret) -> None:
        self._write({**self._all(), str(account_id): secret})

    def forget(self, account_id: int) -> None:
        self._write({number: secret for number, secret in self._all().items() if number != str(account_id)})

    def _all(self) -> Mapping[str, Secret]:
        if self._kept is None:
            self._kept = self._read()
        return self._kept

    def _read(self) -> dict[str, Secret]:
        if self.file is None or not self.file.exists():
            return {}
        try:
            return _File.model_validate_json(self.file.read_bytes()).root
        except (OSError, ValidationError) as wrong:
            what = "it cannot be read" if isinstance(wrong, OSError) else "it is not as it was written"
            raise Misconfigured(
                f"the calendars' passwords are not there: {what}",
                where=str(self.file),
                mend="take the file away and give the passwords again",
            ) from None  # what stands in it stays out of every log

    def _write(self, secrets: Mapping[str, Secret]) -> None:
        if self.file is not None:
            text = json.dumps({number: _plain(secret) for number, secret in secrets.items()}, indent=1)
            handle, name = tempfile.mkstemp(dir=self.file.parent, prefix=".calendar-")  # of mode 0600 from its first byte
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as out:
                    out.write(text)
                    out.flush()
                    os.fsync(out.fileno())
                Path(name).replace(self.file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        self._kept = dict(secrets)


def _plain(secret: Secret) -> Mapping[str, object]:
    row: dict[str, object] = {}
    if secret.password is not None:
        row["password"] = secret.password.get_secret_value()
    if secret.grant is not None:
        grant = secret.grant
        row["grant"] = {
            "client_id": grant.client_id,
            "client_secret": grant.client_secret.get_secret_value(),
            "refresh_token": grant.refresh_token.get_secret_value(),
            "token_address": grant.token_address,
        }
    return row
