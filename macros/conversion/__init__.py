"""Converts the Markdown of pages to the same HTML as Python-Markdown does, with less work.

The site has hundreds of pages with thousands of code blocks, so that what is done for each of them
again takes a large part of the time of a build.
"""
