"""What the ten tasks need of a household with a diary, beyond what every evaluation needs. `apps` fulfils this."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from yamori.evaluation.diary.moments import Moment
from yamori.evaluation.household import RunningHousehold
from yamori.evaluation.spent import Spent


class DiaryHousehold(RunningHousehold, Protocol):
    """One fresh household, whose schedule is empty until it is seeded."""

    @property
    def person(self) -> str:
        """Who speaks, and whose schedule it is."""
        ...

    def now(self) -> datetime:
        """What its clock says, in the home's time zone."""
        ...

    async def spent(self) -> Spent: ...


OpensDiary = Callable[[Moment], AbstractAsyncContextManager[DiaryHousehold]]
"""Opens a fresh household whose clock stands at the moment, in the moment's time zone."""
