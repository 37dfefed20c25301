"""Notices on devices whose page is closed, by the push service of the browser (Web Push). Only where a person turned it on there; what is
sent is encrypted for that browser alone."""
