"""Date words: what `tomorrow at half past three` or `来週の日曜日` means, computed from the turn's `now` and never by a model.

`find_when` finds the expressions of a text, `resolve` takes those of one sentence together, `without_when` cuts them out of a
title. English and Japanese, also mixed. Standard library only, well under a millisecond a sentence.

Readings that people disagree on, and what is taken here (the other ones are in `ambiguous`):

* weeks begin on Monday; `this week` is whole, days gone included;
* a bare weekday is the next one after today (said on a Saturday, `Saturday` is in seven days); in a sentence about the past, the last one;
* `next Sunday` is the Sunday of next week, as 来週の日曜日 is: said on a Saturday it is in eight days, since tomorrow's would be called
  `tomorrow`; said on a Monday it is in thirteen. 次の and 今度の日曜日 are the coming one. `this Sunday` is this week's, or the coming
  one when that has passed;
* `last Friday` is the latest Friday, but never yesterday, which has its own word; 先週の金曜日 is last week's;
* a month and day without a year, a day without a month: the coming one, today included; in a sentence about the past, the latest;
* `11/3` is 3 November (month first, as in Japan and the United States); `23/11` can only be 23 November;
* an hour without am or pm: words for the part of the day and for meals decide (`evening`, `夜`, `dinner`, `wake`); else 1-6 is the
  afternoon, 7-11 the morning, 12 noon; where that has passed today and the day is today or unsaid, the other half if still to come.
  Minutes follow the hour: `7:30` is the morning, `3:30` the afternoon, `03:30` and `15:30` are as they stand;
* `not seven but eight`, `20時じゃなくて21時`: what is denied is the `origin`, as what a sentence moves away from is;
* moved from one weekday to another (`Tuesday's … to Thursday`): the other weekday of the same week;
* Christmas, New Year's Day and the like are the coming ones; feasts that move are not known;
* `midnight` without a day, or with today or tonight, is the coming one; with another day it is the midnight that begins that day;
  `tonight at one` is after it;
* a day of the month that does not exist, 25:00, a weekday that does not fit its date, and a time skipped when the clocks go forward
  are reported in `problem`, never mended.

Why no library: measured on 2026-11-21 with fifteen sentences, dateparser 1.5.0 (0.5-1.4 ms) read `30 %` as the 30th, `the 2nd floor` and
`Feb 30` as days of February 2027, missed `half past three` and every Japanese expression but 明後日; parsedatetime 2.6 (0-3 ms) knows no
Japanese, takes `Good morning!` for 6:00 and `Feb 30` for now, and missed `half past three` too. Neither reports what is impossible.
"""

from yamori.domain.when.cut import without_when
from yamori.domain.when.find import find_when
from yamori.domain.when.resolve import resolve
from yamori.domain.when.span import DayPart, Every, Kind, When, WhenSpan

__all__ = ["DayPart", "Every", "Kind", "When", "WhenSpan", "find_when", "resolve", "without_when"]
