"""Print-and-play kits and a table referee for four classic board games about Venice."""

__version__ = "0.1.0"
