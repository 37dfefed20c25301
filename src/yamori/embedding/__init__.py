"""Text as vectors, so that what means the same lies near, in whatever words and language. One port; the embedded default is `e5`."""
