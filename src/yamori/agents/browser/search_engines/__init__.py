"""Adapters of search engines, one file each; each fulfils `ports.Search` and is opened in `apps/web_reading.py`."""
