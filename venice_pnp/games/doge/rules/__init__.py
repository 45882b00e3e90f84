"""Doge: the rules."""
