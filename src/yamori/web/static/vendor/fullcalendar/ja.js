/*!
FullCalendar (Vanilla JS) v7.1.0
Docs & License: https://fullcalendar.io
(c) 2026 Adam Shaw
*/
(function ({ F: globalLocales }) {
    

    var __ja$l41 = {
        code: 'ja',
        prevText: '前',
        nextText: '次',
        todayText: '今日',
        yearText: '年',
        monthText: '月',
        weekTextLong: '週',
        dayText: '日',
        listText: '予定リスト',
        allDayText: '終日',
        moreLinkText(n) {
            return '他 ' + n + ' 件';
        },
        noEventsText: '表示する予定はありません',
    };

    globalLocales.push(__ja$l41);

})(FullCalendar.Shared);
