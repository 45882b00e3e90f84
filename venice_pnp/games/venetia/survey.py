"""Do the tables of Venetia hold together? Findings are paths into the data, and what is wrong there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from venice_pnp.games.venetia.tables import MapPlace, Tables
from venice_pnp.kit.faults import nearest

Finding = tuple[str, str]  # path, message


def survey(tables: Tables) -> Iterator[Finding]:
    """Every name that leads nowhere, then what the rules need of the map."""
    found = [*_names(tables), *_cards(tables)]
    yield from found
    if not found:
        yield from _map(tables)


def _unknown(what: str, path: str, names: Iterable[str], known: Collection[str]) -> Iterator[Finding]:
    for name in names:
        if name not in known:
            yield path, f"there is no {what} '{name}'{nearest(name, known)}"


def _names(tables: Tables) -> Iterator[Finding]:
    seas, regions = [sea.id for sea in tables.seas], [region.id for region in tables.regions]
    kingdoms = [kingdom.id for kingdom in tables.kingdoms]
    yield from _unknown("sea", "venice.seas", tables.venice.seas, seas)
    for n, sea in enumerate(tables.seas):
        yield from _unknown("sea", f"seas.{n}.next", sea.next, seas)
    for n, colony in enumerate(tables.colonies):
        yield from _unknown("region", f"colonies.{n}.region", [colony.region], regions)
        yield from _unknown("sea", f"colonies.{n}.seas", colony.seas, seas)
    yield from _unknown("region", "early-kingdoms.kingdoms", tables.early_kingdoms.kingdoms, regions)
    yield from _unknown("kingdom", "early-kingdoms.kingdoms", tables.early_kingdoms.kingdoms.values(), kingdoms)
    yield from _unknown("sea", "early-kingdoms.fleets", tables.early_kingdoms.fleets, seas)
    for n, threat in enumerate(tables.threats):
        yield from _unknown("region", f"threats.{n}.region", [threat.region], regions)
        yield from _unknown("sea", f"threats.{n}.fleet", [threat.fleet] if threat.fleet else [], seas)
        yield from _unknown("kingdom", f"threats.{n}.epochs", (kingdom for kingdom, _ in threat.epochs), kingdoms)


def _cards(tables: Tables) -> Iterator[Finding]:
    families = {family.id: family.colour for family in tables.families}
    persons = {person.id for person in tables.persons}
    for n, card in enumerate(tables.family_cards):
        yield from _unknown("family", f"family-cards.{n}.family", [card.family], families)
        if families.get(card.family, card.colour) != card.colour:
            yield f"family-cards.{n}.colour", f"the family {card.family} has the colour {families[card.family]}"
        if card.id not in persons:
            yield f"family-cards.{n}.id", f"no one in persons is {card.id}"
    regions = [region.id for region in tables.regions]
    for n, action in enumerate(tables.actions):
        for effect in action.effect:
            named = effect.regions or [] if isinstance(effect, MapPlace) else []
            yield from _unknown("region", f"actions.{n}.effect", named, regions)


def _map(tables: Tables) -> Iterator[Finding]:
    """Seas are neighbours of each other; a region has one large colony (VTA-7.51)."""
    by_id = {sea.id: sea for sea in tables.seas}
    for n, sea in enumerate(tables.seas):
        for name in sea.next:
            if sea.id not in by_id[name].next:
                yield f"seas.{n}.next", f"{name} is next to {sea.id}, but {sea.id} is not next to {name}"
    for n, region in enumerate(tables.regions):
        large = [colony.id for colony in tables.colonies if colony.region == region.id and colony.size == "large"]
        if len(large) != 1:
            yield f"regions.{n}", f"{region.id} needs exactly one large colony, not {len(large)}"
