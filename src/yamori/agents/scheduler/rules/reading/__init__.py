"""What a sentence plainly asks for: intents, with the words for their rows as they were said.

One package per language with the same functions. What is not plainly said is not read: nothing here infers, looks a row up by itself or
builds a tool call.
"""
