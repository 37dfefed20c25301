"""Later, when, whenever: automations with their triggers, conditions and actions, scenes, and the history of readings.

What an automation does to a device goes through the gate with its owner's rights; nothing here commands a device itself.
"""
