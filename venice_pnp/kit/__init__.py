"""Data in: YAML with line numbers becomes a typed, checked `Kit`. Nothing here draws."""

from venice_pnp.kit.faults import Fault, FaultyData
from venice_pnp.kit.load import find_games, kit_id, load_kit, load_shared, quick_kit
from venice_pnp.kit.models import Component, Kit
from venice_pnp.kit.wording import Words

__all__ = [
    "Component",
    "Fault",
    "FaultyData",
    "Kit",
    "Words",
    "find_games",
    "kit_id",
    "load_kit",
    "load_shared",
    "quick_kit",
]
