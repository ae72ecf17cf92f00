"""Lets the templates of the theme do once what is the same on many pages.

The pages stay what they are without it.
"""
