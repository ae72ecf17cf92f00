"""Tests of trainwreck.survey."""
