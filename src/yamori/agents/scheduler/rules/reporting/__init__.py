"""What came of a request, and what a reminder says, as sentences for a person.

Only what the execution log, a row or a problem holds is said. The words of each language are in `scheduler/words`; nothing here reads a
sentence or decides anything.
"""
