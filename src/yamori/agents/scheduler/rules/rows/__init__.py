"""What a schedule consists of: tasks, routines, reminders, the diary, and the days and moments on which they fall.

Plain values and arithmetic on dates. Nothing here reads a sentence, has words for a person, or knows the store.
"""
