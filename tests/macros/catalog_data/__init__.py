"""Tests of macros.catalog_data."""
