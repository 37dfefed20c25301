"""How much a file may be and cost before it is refused."""

MOST_BYTES = 200_000_000
"""Of any file."""
MOST_PICTURE = 25_000_000
"""Of a photo, or another single picture; a TIFF may be a whole scanned book."""
MOST_TEXT = 30_000_000
"""Of a file that is held in memory whole: text, Markdown, HTML. A JSONL is read line by line."""
MOST_MAIL = 50_000_000
"""Of a message with what is attached to it."""
MOST_ATTACHMENTS = 100
"""Of one message that are read."""
MOST_ATTACHED_MESSAGES = 5
"""Messages in messages that are read."""
MOST_CHARACTERS = 10_000_000
"""That are read of one file, some ten thick books; what comes behind is left out."""
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

MOST_PAGES = 5_000
"""Of a PDF; those behind are left out."""
MOST_DAMAGED = 20
"""Pages in a row that cannot be loaded, after which the rest of a PDF is left out: its page tree promises what is not there."""
MOST_SKIPPED = 100
"""Places of a file that are said one by one; the rest as a number."""

MEMORY = 900_000_000
"""Bytes of address space of the reading process."""
FRESH_MEMORY = 350_000_000
"""Bytes resident, above which the process makes way for a new one after the file."""
LEAST_CPU_SECONDS, MOST_CPU_SECONDS = 20.0, 240.0
"""Of computing time for the smallest file, and for any."""
BYTES_A_CPU_SECOND = 100_000
"""Of a file, for which it gets one second more."""
CPU_GRACE = 15
"""Seconds of computing time above that, after which the process is ended in the middle of whatever it does."""
MOST_SECONDS = 900.0
"""For one file by the clock, most of which an OCR engine takes for a scanned book."""
SILENCE_SECONDS = 30.0
"""Without a page or a part, after which a file is given up."""
QUICK_SECONDS = 10.0
"""After which a file lets those behind it go first."""
START_SECONDS = 30.0
"""For the process to report that it is there."""
OCR_SECONDS = 25.0
"""For one page's image; below the silence, so that one hard page is skipped and the rest is read."""


def cpu_seconds(size: int) -> float:
    """Computing time that a file of so many bytes may take."""
    return min(MOST_CPU_SECONDS, LEAST_CPU_SECONDS + size / BYTES_A_CPU_SECOND)
