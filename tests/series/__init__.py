"""Tests of trainwreck/series."""
