"""Where the house may connect to: the one policy for every address that a person or a file can name, and HTTP clients that keep it."""
