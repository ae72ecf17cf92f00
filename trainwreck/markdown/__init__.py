"""Markdown as entries and pages write it: code fences, front matter, links, and rules for prose.

Text in, text or positions out; nothing here knows what an entry is.
"""
