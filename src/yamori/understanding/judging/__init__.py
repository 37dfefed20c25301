"""Whether a passage that was found states the answer to a question: shared by the agents that quote (papers, the web)."""
