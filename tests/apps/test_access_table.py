"""`docs/security.md` says who gets what from every route and tool, as real requests show it."""

import pytest
from tests.apps.access_table import FILE, table, written


@pytest.mark.slow
async def test_the_table_of_who_gets_what_is_what_requests_show() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert written(text, await table()) == text, "docs/security.md is out of date; write it anew with `make access`"
