"""Files become parts: paragraphs, list items, rows and entries with the headings and the page they stand under. Nothing is interpreted.

`reader.py` is the only entry point; the files themselves are opened in a process of their own (`worker.py`), one module for each kind.
"""
