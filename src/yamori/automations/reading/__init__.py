"""A sentence about later as an automation: what it waits for, how long it lives, and the words of what is to be done then.

Called by the agent's policy with a reader's frames. Which devices are meant is the IoT agent's (`ports.Doers`, `ports.Watchers`); what is
left unexplained here makes the whole sentence unread.
"""
