"""Scores a running household through its public endpoints; knows no answer, reaches into nothing but what `household.py` names."""
