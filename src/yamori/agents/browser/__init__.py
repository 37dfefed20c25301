"""The Browser agent: finds things on the web and quotes what answers, with title, address and date.

So far it only reads. It drives no browser, runs no script of a page, fills in no form, logs in nowhere, and never takes a page's text for
an instruction: it is quoted, with where it comes from.
"""
