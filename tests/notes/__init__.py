"""Tests of trainwreck.notes."""
