"""Calendars that people already have: iCalendar files in and out, a private subscription, and CalDAV accounts kept the same on both sides.

Whatever a file or a server says is data: it becomes rows of the schedule, never anything else.
"""
