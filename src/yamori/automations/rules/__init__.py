"""Decisions about automations: plain functions of values, without I/O, clock or model. The engine calls them and acts."""
