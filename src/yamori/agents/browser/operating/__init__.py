"""The gear *operate*: a task on a website, one decision of a model at a time, every action read back,
every claim checked before it is told.

`goal` is what was asked, fixed before the first page is read; `consequences` says what a click would do; `choices` what a model may answer;
`evidence` what of the goal is proven; `operating` is the loop over them, `wording` what is said of it.
"""
