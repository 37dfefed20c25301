"""The first page of a house: what it has, how to go on, what to say to it."""
