"""The Lists view: what is to be bought, packed or fetched, with big boxes to tick."""
