"""Venetia: the rules."""
