"""Venedig: buildings on hexes, shared or alone, and gondolas that go round the lagoon."""
