"""The catalog as plain data for programs that match and search it themselves.

The scripts of the site and the JSON API get what is made here.
"""
