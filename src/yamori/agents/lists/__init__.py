"""The Lists agent: shopping and other lists of the household, apart from the schedule.

It puts nothing on the schedule, buys nothing, and leaves the lists of other systems to the Scheduler.
"""
