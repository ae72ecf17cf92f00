"""Tests of trainwreck/flight_recorder."""
