"""What is wrong in the files of a catalog: rules for one entry, and rules across entries.

Everything that ``trainwreck check`` reports is decided here; no reader of the catalog needs it.
"""
