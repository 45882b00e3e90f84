"""How well the referee sees: `python bench/bench_look.py [GAME…] [--photos N] [--seed N] [--faults] [--low-ink]`.

Takes photos of random tables with the synthetic photographer and prints, game by game: boards found, places called sure
and how many of these are right, planted faults that are named or asked about, seconds a photo and their ratio to one
SIFT pass over the photo.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parent))

from photographer import Settings, look_of, photograph, shaken, usual

import venice_pnp
from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.kit.models import Laid
from venice_pnp.look.album import Album, Picture
from venice_pnp.look.eye import Eye, contents_of, placed
from venice_pnp.look.finding import SOUGHT, find_board
from venice_pnp.look.flattening import flatten
from venice_pnp.look.seeing import beside, read_places

NAMES = ("Anke", "Bernd", "Claudia", "Dora")
MOVES = {"doge": 400, "canaletto": 120, "venedig": 500, "venetia": 300}  # at most, before a photo is taken


class Scene(NamedTuple):
    """A table to be photographed: the eye that knows what the referee has, and what really lies there."""

    eye: Eye
    album: Album
    laid: list[Laid]

    @property
    def truth(self) -> dict[str, tuple[Aspect, ...]]:
        return contents_of(self.laid, self.eye.sights)


def scene(game: str, seed: int, low_ink: bool = False) -> Scene:
    """A moment of a random game."""
    rng = random.Random(seed)
    match = venice_pnp.play(game, NAMES, seed=seed)
    for _ in range(rng.randrange(MOVES.get(game, 100))):
        if match.over:
            break
        match.make(rng.choice(match.legal(match.awaited[0]["by"])))
    eye = Eye(match)
    lay_table = match.keeper.declared.lay_table()
    laid = lay_table(eye.kit, eye.view, eye.colours) if lay_table else ()
    return Scene(eye, eye.album("low-ink" if low_ink else "colour"), [one for _, one in placed(laid, eye.sights)])


def with_faults(it: Scene, rng: random.Random) -> Scene:
    """One to five pieces missing, exchanged or misplaced."""
    laid = list(it.laid)
    for _ in range(rng.randint(1, 5)):
        if laid:
            at = rng.randrange(len(laid))
            laid[at : at + 1] = _fault(laid[at], it, rng)
    return it._replace(laid=laid)


def _fault(one: Laid, it: Scene, rng: random.Random) -> list[Laid]:
    homes = [sight for sight in it.eye.sights if look_of(one) in sight.may]
    kind = rng.choice(("missing", "exchanged", "misplaced"))
    others = [look for sight in homes for look in sight.may if look.component == one.component and look != look_of(one)]
    if kind == "exchanged" and others:
        other = rng.choice(others)
        return [structs.replace(one, item=other.item, side=other.side)]
    free = [sight for sight in homes if _free(sight, it)]
    if kind == "misplaced" and free:
        x, y, w, h = rng.choice(free).box
        return [structs.replace(one, x=x + w / 2, y=y + h / 2)]
    return []


def _free(sight: Sight, it: Scene) -> bool:
    """Is there room for one more, not on top of another?"""
    x, y, w, h = sight.box
    size = max(max(it.album.portraits[look].size) for look in sight.may)
    near = [one for one in it.laid if beside(sight.box, one.x, one.y) < size / 2]
    return not near or (sight.most > 1 and len(near) < min(sight.most, w * h / size**2))


class Seen(NamedTuple):
    """One photo read: None where no board was found."""

    places: int
    sure: int
    wrong: list[str]
    faults: int
    unnoticed: list[str]
    seconds: float
    ratio: float


def seen(it: Scene, settings: Settings | None, rng: random.Random) -> Seen | None:
    photo = photograph(
        it.album, shaken(it.laid, it.album, it.eye.sights, rng), settings or usual(rng, it.album.size), rng
    )
    pass_ = _sift_pass(photo)
    begun = time.process_time()
    found = find_board(photo, it.album)
    if found is None:
        return None
    readings = read_places(flatten(photo, found, it.album), it.album, it.eye.sights, it.eye.known, it.eye.copies)
    took = time.process_time() - begun
    truth, known = it.truth, it.eye.known
    wrong = [
        f"\n    {one.sight.id}: {_told(one.looks)} for {_told(truth[one.sight.id])}"
        for one in readings
        if one.sure and one.looks != truth[one.sight.id]
    ]
    faulty = {name for name, looks in truth.items() if looks != known[name]}
    blind = [
        one.sight.id for one in readings if one.sure and one.sight.id in faulty and one.looks == known[one.sight.id]
    ]
    return Seen(len(readings), sum(one.sure for one in readings), wrong, len(faulty), blind, took, took / pass_)


def _told(looks: Sequence[Aspect]) -> str:
    return " + ".join(f"{one.component}/{one.item}/{one.side}" for one in looks) or "nothing"


def _sift_pass(photo: Picture) -> float:
    begun = time.process_time()
    part = SOUGHT / max(photo.shape[:2])
    small = cv2.resize(photo, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    cv2.SIFT.create().detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    return time.process_time() - begun


def measured(game: str, seeds: Sequence[int], faults: bool, low_ink: bool, told: bool = True) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        it = scene(game, seed, low_ink)
        if faults:
            it = with_faults(it, rng)
        one = seen(it, None, rng)
        counts["photos"] += 1
        if one is None:
            continue
        counts["found"] += 1
        counts += Counter(places=one.places, sure=one.sure, wrong=len(one.wrong), faults=one.faults)
        counts += Counter(unnoticed=len(one.unnoticed), ms=round(one.seconds * 1000), hundredths=round(one.ratio * 100))
        if told:
            print(f"  {game} {seed}: sure {one.sure}/{one.places}, {one.seconds:.1f} s", *one.wrong, flush=True)
    return counts


def line(game: str, n: Counter[str]) -> str:
    found = max(n["found"], 1)
    parts: dict[str, Any] = {
        "found": f"{n['found']}/{n['photos']}",
        "sure": f"{100 * n['sure'] / max(n['places'], 1):.1f} % of {n['places']}",
        "right of these": f"{100 * (1 - n['wrong'] / max(n['sure'], 1)):.2f} %",
        "faults noticed": f"{n['faults'] - n['unnoticed']}/{n['faults']}",
        "s a photo": f"{n['ms'] / 1000 / found:.1f}",
        "× SIFT": f"{n['hundredths'] / 100 / found:.1f}",
    }
    return f"{game}: " + ", ".join(f"{name} {value}" for name, value in parts.items())


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=list(MOVES))
    asked.add_argument("--photos", type=int, default=10)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--faults", action="store_true")
    asked.add_argument("--low-ink", action="store_true")
    given = asked.parse_args()
    for game in given.games:
        seeds = range(given.seed, given.seed + given.photos)
        print(line(game, measured(game, seeds, given.faults, given.low_ink)), flush=True)
