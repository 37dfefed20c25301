"""The Messages agent: tells people who live in the home what another of them says.

It writes to nobody outside the home, sends nothing for a guest, and never rewrites what was said.
"""
