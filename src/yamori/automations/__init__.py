"""Later, when, whenever: what the household has asked for once and wants done at a moment, on a change or again and again.

It never calls a model when nothing is being made, and reaches devices, people and papers only through the ports that it is given.
"""
