"""Questions about how things were: what they ask for, of which time, and how the answer is worded. Plain functions."""
