"""What people must not or will not eat, and whether a text breaks it: for every agent that finds something to eat."""
