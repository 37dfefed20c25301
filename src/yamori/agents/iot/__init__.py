"""The IoT agent: finds, reads and controls the home's devices.

It never goes around the gate, and never says that something was done without a receipt.
"""
