"""A center's own notes on errors: links, limits, contact and steps that hold on its cluster.

They come from one YAML file beside the catalog, so no copy of the catalog is needed.
"""
