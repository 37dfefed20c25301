"""The weather at the home's place: a port with two sources behind it, what is kept of it, questions to a forecast, and answers in words."""
