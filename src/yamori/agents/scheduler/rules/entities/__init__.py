"""Which rows, titles, routines and lists words refer to.

It compares words with the titles that there are and says which row is meant, or between which it is ambiguous. It does not read what is to
be done with them, and decides nothing.
"""
