"""Test sets in the format of home-assistant-datasets, played against copies of their homes and scored by the state of the whole home."""
