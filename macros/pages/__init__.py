"""Which pages the site has beside those in docs/, and how the navigation and the guides use them.

Says what exists; what stands on a page is rendered elsewhere.
"""
