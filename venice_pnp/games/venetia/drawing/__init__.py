"""Venetia: the board and where its pieces lie."""
