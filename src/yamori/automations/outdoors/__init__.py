"""The Weather agent: the weather, the sun and the moon at the home's place, asked for by a person or waited for by an automation.

It reads and tells; it operates nothing and keeps nothing. What a forecast holds are numbers and codes that `weather` has checked, never
instructions.
"""
