"""Highlights the code on pages as the Markdown extension for it does, with less work.

Marks words with hyphens in code, too.

The site has hundreds of pages with thousands of code blocks, so that what is done for each of them
again takes a large part of the time of a build.
"""
