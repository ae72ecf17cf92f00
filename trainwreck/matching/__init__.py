"""Finding the messages of a catalog in logs, and searching the catalog by words.

Takes a snapshot and text, returns results; reads no entry files.
"""
