"""Runnable processes: settings, wiring, the command line. The only place where concrete things meet."""
