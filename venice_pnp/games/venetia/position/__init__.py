"""Venetia: the position as text: model, invariants, state to and fro."""
