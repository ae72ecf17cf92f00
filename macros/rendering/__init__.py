"""What the macros print on a page: the catalog as Markdown, by templates.

A macro of a page is a method here; nothing here knows MkDocs.
"""
