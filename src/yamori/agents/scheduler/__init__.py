"""The Scheduler agent: keeps people's tasks and appointments, and reads them back.

It never writes on a question, and never computes a date with a model.
"""
