"""The map and the cards of a kit as numbers, written down once."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.rows import numbered
from venice_pnp.games.venetia.tables import Tables
from venice_pnp.kit.models import Kit

QUARANTIA_TYPE = -1  # the district tile without a type


class World:
    """What never changes during a game. Ids stand at their numbers; `…_number` finds a number by its id."""

    def __init__(self, kit: Kit) -> None:
        tables: Tables = kit.tables
        self.game = kit.id
        self.numbers = tables.numbers
        self.players = range(kit.game.players[0], kit.game.players[1] + 1)
        self.colours = tuple(seat.id for seat in kit.seats)
        self.options = tuple(option.id for option in tables.options)
        self._read_map(tables)
        self._read_cards(tables)
        self._read_markers(tables)

    def _read_map(self, tables: Tables) -> None:
        self.seas, self.sea_number = _numbered(tables.seas)
        self.regions, self.region_number = _numbered(tables.regions)
        self.colonies, self.colony_number = _numbered(tables.colonies)
        self.places = (*self.colonies, *self.seas)  # what can be attacked: seas are counted on after the colonies
        self.place_number = numbered(self.places)
        self.sea_threshold = tuple(sea.threshold for sea in tables.seas)
        self.next_seas = tuple(tuple(self.sea_number[s] for s in sea.next) for sea in tables.seas)
        self.gate = tuple(self.sea_number[s] for s in tables.venice.seas)  # VTA-7.1: where routes begin
        classes = {row.id: row for row in tables.classes}
        self.is_large = tuple(colony.size == "large" for colony in tables.colonies)
        self.size = tuple(colony.size for colony in tables.colonies)
        self.colony_class = tuple(classes[colony.size].threshold for colony in tables.colonies)
        self.podesta_vp = tuple(classes[colony.size].podesta_vp for colony in tables.colonies)
        self.region_of = tuple(self.region_number[colony.region] for colony in tables.colonies)
        self.colony_seas = tuple(tuple(self.sea_number[s] for s in colony.seas) for colony in tables.colonies)
        self.on_sea = tuple(
            frozenset(c for c, seas in enumerate(self.colony_seas) if sea in seas) for sea in range(len(self.seas))
        )
        self.dots = tuple(region.dots for region in tables.regions)
        everyone = range(len(self.colonies))
        self.everywhere = frozenset(everyone)
        self.in_region = tuple(tuple(c for c in everyone if self.region_of[c] == r) for r in range(len(self.regions)))
        self.large_in = tuple(next(c for c in row if self.is_large[c]) for row in self.in_region)
        order = sorted(everyone, key=lambda c: not self.is_large[c])  # VTA-7.34
        self.podesta_rank = tuple(order.index(c) for c in everyone)
        self.districts, self.district_number = _numbered(tables.districts)
        types = [row.id for row in tables.types]
        self.district_type = tuple(types.index(d.type) if d.type else QUARANTIA_TYPE for d in tables.districts)
        self.sestieri = tuple(d for d, kind in enumerate(self.district_type) if kind != QUARANTIA_TYPE)

    def _read_cards(self, tables: Tables) -> None:
        self.types, self.type_number = _numbered(tables.types)
        self.dice = tuple(row.dice for row in tables.types)
        self.die_values = tuple(sorted(set(self.numbers.dice_faces)))
        self.cards, self.card_number = _numbered(tables.actions)
        self.card_type = tuple(self.type_number[card.type] for card in tables.actions)
        self.card_ducats = tuple(card.ducats for card in tables.actions)
        self.card_free = tuple(card.free for card in tables.actions)
        self.card_effect = tuple(tuple(card.effect) for card in tables.actions)
        self.threats, self.threat_number = _numbered(tables.threats)
        self.kingdoms, self.kingdom_number = _numbered(tables.kingdoms)
        self.kingdom_count = tuple(row.count for row in tables.kingdoms)
        self.threat_region = tuple(self.region_number[row.region] for row in tables.threats)
        self.threat_fleet = tuple(self.sea_number[row.fleet] if row.fleet else -1 for row in tables.threats)
        self.threat_lines = tuple(
            tuple((self.kingdom_number[kingdom], crosses) for kingdom, crosses in row.epochs) for row in tables.threats
        )

    def _read_markers(self, tables: Tables) -> None:
        self.tiles, self.tile_number = _numbered(tables.combat_tiles)
        self.tile_count = tuple(tile.count for tile in tables.combat_tiles)
        self.tile_value = tuple(tile.value for tile in tables.combat_tiles)
        self.tile_war = tuple(tile.casus_belli for tile in tables.combat_tiles)
        self.tile_shame = tuple(tile.shame for tile in tables.combat_tiles)
        self.vp_count = {row.value: row.count for row in tables.vp_markers}
        self.vp_total = sum(self.vp_count.values())
        self.threats_at_refill = tuple(epoch.threats for epoch in tables.epochs)
        self.last_epoch = len(tables.epochs)
        self.numerals = tuple(epoch.numeral for epoch in tables.epochs)
        early = tables.early_kingdoms
        self.early_kingdoms = {self.region_number[r]: self.kingdom_number[k] for r, k in early.kingdoms.items()}
        self.early_fleets = {self.sea_number[s]: n for s, n in early.fleets.items()}


def _numbered(rows: list[Any]) -> tuple[tuple[str, ...], dict[str, int]]:
    ids = tuple(row.id for row in rows)
    return ids, numbered(ids)
