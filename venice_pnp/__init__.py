"""Print-and-play kits and a table referee for four classic board games about Venice.

>>> import venice_pnp
>>> match = venice_pnp.play("canaletto", ["Anke", "Bernd", "Claudia"], seed=7)
>>> match.do("Anke", "bid 3").moves
[{'by': 'Anke', 'do': 'bid', 'amount': 3}]

`docs/library.md` shows everything that is listed in `__all__`. The rooms behind the names are opened when a name is
used first, so that the import itself costs nothing.
"""

__version__ = "0.1.0"

__all__ = [
    "FaultyData",
    "Finding",
    "Kit",
    "Match",
    "Outcome",
    "Refused",
    "Replayed",
    "Trouble",
    "Unsound",
    "WrongWish",
    "audit",
    "build",
    "draw_cover",
    "draw_finished",
    "draw_table",
    "game_names",
    "load_kit",
    "new_table",
    "open_table",
    "play",
    "replay",
    "rule",
    "score",
    "warnings",
]

TYPE_CHECKING = False  # as type checkers know it; the module `typing` takes longer to load than this one
if TYPE_CHECKING:
    from venice_pnp.contract.play import Refused
    from venice_pnp.door.errands import Replayed, audit, new_table, open_table, play, replay, rule, score, warnings
    from venice_pnp.door.kits import game_names, load_kit
    from venice_pnp.door.match import Finding, Match, Outcome, Unsound
    from venice_pnp.door.picture import draw_table
    from venice_pnp.door.printing import build
    from venice_pnp.door.showing import draw_cover, draw_finished
    from venice_pnp.door.wishes import WrongWish
    from venice_pnp.kit import FaultyData, Kit
    from venice_pnp.speech.trouble import Trouble
else:
    _ROOMS = {
        "contract.play": ("Refused",),
        "door.kits": ("game_names", "load_kit"),
        "door.match": ("Finding", "Match", "Outcome", "Unsound"),
        "door.picture": ("draw_table",),
        "door.printing": ("build",),
        "door.errands": ("Replayed", "audit", "new_table", "open_table", "play", "replay", "rule", "score", "warnings"),
        "door.showing": ("draw_cover", "draw_finished"),
        "door.wishes": ("WrongWish",),
        "kit": ("FaultyData", "Kit"),
        "speech.trouble": ("Trouble",),
    }

    def __getattr__(name):
        from importlib import import_module  # only for who comes through the door

        for room, names in _ROOMS.items():
            if name in names:
                found = globals()[name] = getattr(import_module(f"{__name__}.{room}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
