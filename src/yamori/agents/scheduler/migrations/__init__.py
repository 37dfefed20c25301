"""How the schedule's tables came to be, for Alembic; `store.open_schedule` runs what is missing."""
