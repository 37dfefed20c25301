"""What time it is. The Pico has no clock of its own: it takes the server's, from the `Date` of every answer. Called by
everything that says when; knows nothing of the network. Whole milliseconds throughout: a Pico's float holds 24 bits, too few for a date."""

import time

SLOWEST_MS = 3000
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Clock:
    def __init__(self):
        self._last = time.ticks_ms()
        self._passed = 0
        self._offset = None

    def passed_ms(self):
        """Milliseconds since the start; the ticks below it wrap after twelve days, so it wants to be asked more often than that."""
        now = time.ticks_ms()
        self._passed += time.ticks_diff(now, self._last)
        self._last = now
        return self._passed

    def heard(self, date):
        """`date` is an answer's `Date`, cut to whole seconds and late by what it took to come: the latest of them is the nearest.
        Where even that is far off, the server's clock was set back, or ours runs fast."""
        at = parsed(date)
        if at is None:
            return
        low = at - self.passed_ms()
        if self._offset is None or not low <= self._offset <= low + 999 + SLOWEST_MS:
            self._offset = low

    def now(self):
        """ISO 8601 in UTC, or None while no answer has told it."""
        return None if self._offset is None else written(self.passed_ms() + self._offset)


def parsed(date):
    """`Sat, 21 Nov 2026 16:17:04 GMT` as milliseconds since 1970, or None when it is no such thing."""
    try:
        _, day, month, year, time_of_day, _ = date.split()
        hours, minutes, seconds = [int(part) for part in time_of_day.split(":")]
        days = _days(int(year), MONTHS.index(month) + 1, int(day))
    except (ValueError, AttributeError):
        return None
    return ((days * 24 + hours) * 60 + minutes) * 60000 + seconds * 1000


def written(ms):
    days, ms = divmod(ms, 86400000)
    year, month, day = _date(days)
    seconds, ms = divmod(ms, 1000)
    clock = (year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, ms)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03d+00:00" % clock


# Not `time.gmtime`: the epoch is 1970 on some boards and 2000 on others. Eras of 400 years, each beginning on a 1 March.
def _days(year, month, day):
    if month <= 2:
        year -= 1
        month += 12
    return year * 365 + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day - 719469


def _date(days):
    days += 719468
    era, of_era = divmod(days, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year + era * 400 + (1 if month <= 2 else 0), month, day
