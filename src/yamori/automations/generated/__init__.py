"""Conditions that a model writes as code, as SAGE does (section IV-C of the paper), and that are never trusted.

The code decides a bool and nothing else. It runs in `pydantic-monty`, outside this process, on copies of the readings that it names; it
reaches no file, no network, no device and nothing of ours. What it may do is held by the sandbox; the checks before it only make good code
likelier and complaints precise.
"""
