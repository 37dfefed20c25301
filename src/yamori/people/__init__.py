"""Who the household's people are to a program: accounts, passwords, passkeys, sessions, tokens, invitations and paired devices.

`apps` opens it (`opening.open_people`), has requests resolved by it and shows it on pages. It knows no HTTP, no agent and no gateway;
who lives in the home, and in which role, it is told.
"""
