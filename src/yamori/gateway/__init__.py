"""The one gate to the house: every path to a device goes through here, and risk, approval and audit live here and nowhere else.

Never decides what a person meant, and never knows a particular device: devices and capabilities are data.
"""
