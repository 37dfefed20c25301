"""Date words: what `tomorrow at half past three` or `来週の日曜日` means, computed from the turn's `now` and never by a model.

`find_when` finds the expressions of a text, `resolve` takes those of one sentence together, `without_when` cuts them out of a
title, `weekdays_named` lists the weekdays of a text that is known to speak of a routine. English and Japanese, also mixed.
Standard library only, well under a millisecond a sentence.

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

Plain expressions that not everybody uses:

* `Monday week` is a week after the coming Monday, `a week on Tuesday` one after the coming Tuesday, `tomorrow week` in eight days; a
  `fortnight` two; `two Fridays ago` counts the latest Friday as one; `the Friday before last` is a week before `last Friday`;
* `half nine` is half past nine; `noonish` and `lunchtime` are 12:00, `sevenish` is `at seven`, 午後一 is 13:00;
* `close of business`, `COB`, `EOB` is 17:00; `end of day`, `EOD` is the day itself; `EOW` ends on the Sunday;
* the middle of a week (半ば, `mid`) is its Wednesday, of a month the 15th; `early` is a week's Monday and Tuesday and a month's first ten
  days, `late` Thursday and Friday and from the 21st; 上旬, 中旬, 下旬 are the thirds, a week's 前半 ends on Wednesday; 週明け is Monday;
* `this time tomorrow`, 明日の今頃: what the clock on the wall shows now; `in 3 hours` is time that passes, also when the clocks change;
* `a month and a half` is a month and fifteen days.

What comes again is an RFC 5545 rule (`When.rrule`), `date` the first day on which it does, from today or from the start that is named:

* `every second Tuesday` is every other one, with `of the month` it is the month's second; `every first` and `every last Friday` are the
  month's; 一日おき leaves one day out; `biweekly` is every two weeks, `bimonthly` every two months, a quarter three months from the start;
* `until` and まで include the day or the whole period named (`until March` ends on the 31st), as `in December` and `this week` do;
* a length bounds it (`for ten days`, 10日間): a COUNT where that is a whole number of times, else an UNTIL; a length shorter than the unit
  (`every week for three days`) is how long each time lasts; `five times`, 全5回 is a COUNT; in `three times every day`, 毎日3回 only the
  day is read;
* `Mon-Fri`, `Mon/Wed/Fri`, 月〜金, 月水金 are every week's, unless the sentence names a week; `Monday to Friday` is this coming one, unless
  the sentence repeats; 火曜と木曜に is one week's;
* a day that the rule does not name (`on Friday` beside `every Monday`) is another matter and stands in `others`;
* several days and times that are listed (`Monday at 7 and Wednesday at 8`, `every day at 9 and at 12`, 9月3日と5日の10時) are a
  reading each (`When.each`), where nothing but the list stands between them; in a list an hour follows the one before it (`at 5 and 7`),
  and `twice a day`, 1日2回 is every day where its times are said;
* a working day (`the last working day of every month`, 最終営業日) is Monday to Friday, as public holidays are not known;
* the 31st of every month skips the shorter months, as RFC 5545 does;
* `once a month`, 月に一度 is every month; `twice a week`, 週3回, `every few days` fix no days and are not read, `once a day` is how often;
* `the first Monday of the month` is one day, the coming one; `the second and fourth Thursday of the month`, 第1・第3火曜 are every month's.

Why no library: measured on 2026-11-21 with fifteen sentences, dateparser 1.5.0 (0.5-1.4 ms) read `30 %` as the 30th, `the 2nd floor` and
`Feb 30` as days of February 2027, missed `half past three` and every Japanese expression but 明後日; parsedatetime 2.6 (0-3 ms) knows no
Japanese, takes `Good morning!` for 6:00 and `Feb 30` for now, and missed `half past three` too. Neither reports what is impossible.
"""

from yamori.domain.when.cut import without_when
from yamori.domain.when.find import find_when
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.resolve import resolve
from yamori.domain.when.span import DayPart, Kind, When, WhenSpan
from yamori.domain.when.weekdays import weekdays_named

__all__ = ["DayPart", "Every", "Kind", "Recurrence", "When", "WhenSpan", "find_when", "resolve", "weekdays_named", "without_when"]
