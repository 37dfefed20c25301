"""Signing in, and what a person may see and change of their account: `/sign-in`, `/account`, `/invitation/…`, `/pair/…`."""
