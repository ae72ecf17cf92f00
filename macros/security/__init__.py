"""What keeps pages from running or loading anything foreign: sanitizer and content policy.

Works on finished HTML, whatever it was made from.
"""
