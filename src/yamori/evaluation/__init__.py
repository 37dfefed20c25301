"""Scores a running household through its public doors; knows no answer, reaches into nothing but what `household.py` names."""
