"""Logs as text: opening files, removing noise, message templates, and redaction.

Nothing here knows the catalog.
"""
