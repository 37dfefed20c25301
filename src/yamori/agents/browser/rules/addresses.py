"""What of a sentence is the address of a website. Pure."""

import re

ADDRESS = re.compile(
    r"https?://[^\s、。「」\"'<>]+|(?<![\w@.])(?:[a-z0-9-]+\.)+(?:com|org|net|jp|eu|de|fr|uk|us|io|info|gov|edu)(?:/[^\s、。「」\"'<>]*)?(?![\w@])",
    re.I,
)
