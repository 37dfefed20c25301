"""The Schedule view: a calendar, routines, the diary, and a calendar for other people's pages. The schedule itself is behind a port."""
