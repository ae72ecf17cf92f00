"""Lets the templates of the theme do once what is the same on many pages, and list less on each.

The pages stay what they are without it, but for long lists in the navigation.
"""
