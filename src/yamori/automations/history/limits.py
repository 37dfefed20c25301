"""How much history a household keeps: the operator's setting, given to `open_history` by `apps`."""

from dataclasses import dataclass

from yamori.domain.errors import Misconfigured


@dataclass(frozen=True, kw_only=True)
class HistoryLimits:
    """Ages in days before now. Raises `Misconfigured` where they contradict each other."""

    full_days: int = 10
    """Every change is kept for so long."""
    fine_days: int = 60
    """From `full_days` until here, numbers are kept by 5 minutes, after it by the hour: the first, the smallest, the largest and the last
    of each. What is no number (on, open, unavailable) is always kept."""
    kept_days: int = 400
    """What is older is dropped, but for the value that still held then: a door closed two years ago is closed."""
    size_mb: int = 300
    """Megabytes (10⁶ bytes) of the file, or of memory; where the rest is more, the oldest is dropped first."""

    def __post_init__(self) -> None:
        ages = (("history.full_days", self.full_days), ("history.fine_days", self.fine_days), ("history.kept_days", self.kept_days))
        least = 1
        for where, days in ages:
            if days < least:
                raise Misconfigured(f"{days} days is too short", where=where, mend=f"give {least} or more")
            least = days
        if self.size_mb < 1:
            raise Misconfigured(f"{self.size_mb} MB hold no history", where="history.size_mb", mend="give 1 or more")
