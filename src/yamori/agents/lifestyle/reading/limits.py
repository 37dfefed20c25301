"""How much a file may be and cost before it is refused."""

MOST_BYTES = 200_000_000
"""Of any file."""
MOST_TEXT = 30_000_000
"""Of a file that is held in memory whole: text, Markdown, HTML, mail. A JSONL is read line by line."""
MOST_UNPACKED = 500_000_000
"""Of everything in a Word file together, unpacked."""
MOST_MARKUP = 40_000_000
"""Of the text's own XML in a Word file; its tree in memory takes some fifteen times as much."""
RATIO = 250
"""Unpacked to packed size from which on a Word file is taken for a bomb; real ones have 3 to 30."""
MOST_INSIDE = 20_000
"""Files in a Word file."""
MOST_PIXELS = 120_000_000
"""Of an image."""
MOST_ENTRY = 20_000
"""Characters of one answer of a JSONL."""
LONGEST_PART = 50_000
"""Characters; a longer paragraph is given in pieces."""
LONGEST_HEADING = 300
DEEPEST = 8
"""Headings above a part; deeper ones take the place of the last."""

MEMORY = 900_000_000
"""Bytes of address space of the reading process."""
FRESH_MEMORY = 350_000_000
"""Bytes resident, above which the process makes way for a new one after the file."""
CPU_SECONDS = 300
"""Of computing time for one file."""
SILENCE_SECONDS = 30.0
"""Without a page or a part, after which a file is given up."""
START_SECONDS = 30.0
"""For the process to report that it is there."""
OCR_SECONDS = 25.0
"""For one page's image; below the silence, so that one hard page is skipped and the rest is read."""
