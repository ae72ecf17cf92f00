"""The form for a new error: its fields, its words and its HTML.

What ``browser/entry-form`` runs on comes from here.
"""
