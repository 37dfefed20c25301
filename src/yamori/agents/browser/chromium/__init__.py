"""Chromium, owned by the house and spoken to over the DevTools protocol on a pipe. Fulfils `engine.BrowserEngine`.

`finding` says where it is, `process` starts and ends it, `protocol` speaks to it, `proxy` is its only way out, `supervisor` keeps it alive,
`session` is one person's page (`page.js` is what runs in it), `gate` decides what may leave it.
"""
