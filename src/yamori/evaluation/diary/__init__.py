"""The paper's ten tasks for the Scheduler agent (4.1.5, Table 4.5): said to it alone in one conversation, judged by the schedule's rows."""
