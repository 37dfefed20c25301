"""From what was read to tool calls on the schedule, or to the reason why there are none.

Code alone computes dates, finds rows and builds calls; where it cannot, `choices` is what a model chooses from. Nothing here runs a tool or
says anything to a person.
"""
