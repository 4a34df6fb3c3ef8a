"""Tests of what pages are drawn from."""
