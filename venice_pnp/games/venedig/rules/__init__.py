"""Venedig: the rules."""
