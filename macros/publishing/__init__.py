"""What the site offers to other programs: JSON API, feed, llms.txt and the Markdown twins of pages.

Text made from the catalog and its history in git; only the hooks write it to the site.
"""
