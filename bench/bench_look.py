"""How well the referee sees: `python bench/bench_look.py [GAME…] [--photos N] [--seed N] [--faults] [--low-ink]
[--lang de] [--hands] [--stacks] [--wood] [--keep FILE]`.

Takes photos of random tables with the synthetic photographer and prints, game by game: boards found, places called
sure, the same of those that lie as the referee has them, how many of the sure ones are right, planted faults that are
named or asked about, seconds a photo and their ratio to one SIFT pass over the photo, made 1500 px wide. With `--keep`
each photo's result is a line of a file, so that a run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # seconds are those of one core

import cv2
import msgspec
from msgspec import Struct, structs

sys.path.insert(0, str(Path(__file__).parent))

from photographer import look_of, photograph, shaken, stacked, usual, wooden

import venice_pnp
from venice_pnp.contract.sight import Aspect, Sight
from venice_pnp.kit.models import Laid
from venice_pnp.lab.certainty import wilson
from venice_pnp.look.album import Album, Picture
from venice_pnp.look.eye import Eye, contents_of, placed
from venice_pnp.look.finding import find_board
from venice_pnp.look.flattening import flatten
from venice_pnp.look.seeing import beside, read_places

SPOTS = 20  # that are tried for a piece
PASS = 1500  # px of the longer side of the photo over which the SIFT pass goes that time is compared with
cv2.setNumThreads(1)
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


def scene(game: str, seed: int, low_ink: bool = False, lang: str = "en") -> Scene:
    """A moment of a random game."""
    rng = random.Random(seed)
    match = venice_pnp.play(game, NAMES, seed=seed, lang=lang)
    for _ in range(rng.randrange(MOVES.get(game, 100))):
        if match.over:
            break
        match.make(rng.choice(match.legal(match.awaited[0]["by"])))
    eye = Eye(match)
    lay_table = match.keeper.declared.lay_table()
    laid = lay_table(eye.kit, eye.view, eye.colours) if lay_table else ()
    return Scene(eye, eye.album("low-ink" if low_ink else "colour"), [one for _, one in placed(laid, eye.sights)])


def with_faults(it: Scene, rng: random.Random) -> Scene:
    """One to five pieces missing, exchanged or misplaced; never more of a kind than the kit has."""
    for _ in range(rng.randint(1, 5)):
        if it.laid:
            it = it._replace(laid=_fault(list(it.laid), rng.randrange(len(it.laid)), it, rng))
    return it


def _fault(laid: list[Laid], at: int, it: Scene, rng: random.Random) -> list[Laid]:
    one, kind = laid.pop(at), rng.choice(("missing", "exchanged", "misplaced"))
    above = laid[at].on and not one.on if at < len(laid) else False
    homes = [sight for sight in it.eye.sights if look_of(one) in sight.may]
    if kind == "exchanged":
        there = Counter(map(look_of, laid))
        like = {look for sight in homes for look in sight.may if look.component == one.component} - {look_of(one)}
        spare = sorted(look for look in like if there[look] < it.eye.copies[look])
        if spare:
            other = rng.choice(spare)
            laid.insert(at, structs.replace(one, item=other.item, side=other.side))
            return laid
    elif kind == "misplaced" and (free := [sight for sight in homes if _spot(sight, it, rng)]):
        x, y = _spot(rng.choice(free), it, rng) or (one.x, one.y)
        laid.append(structs.replace(one, x=x, y=y, on=False))
    if above:  # it stays where it is, and has nothing below it
        laid[at] = structs.replace(laid[at], on=False)
    return laid


def _spot(sight: Sight, it: Scene, rng: random.Random) -> tuple[float, float] | None:
    """Room for one more, not on top of another: what nobody can see need not be noticed."""
    x, y, w, h = sight.box
    size = max(max(it.album.portraits[look].size) for look in sight.may)
    near = [one for one in it.laid if beside(sight.box, one.x, one.y) < size / 2]
    if not near:
        return x + w / 2, y + h / 2
    for _ in range(SPOTS if sight.most > len(near) else 0):
        spot = x + w * rng.random(), y + h * rng.random()
        if all(hypot(spot[0] - one.x, spot[1] - one.y) > size for one in near):
            return spot
    return None


class Seen(Struct):
    """One photo read; no places: no board was found."""

    game: str
    seed: int
    places: int = 0
    sure: int = 0
    wrong: list[str] = []
    faults: int = 0
    unnoticed: list[str] = []
    named: int = 0  # faults of which is told surely what lies there
    seconds: float = 0.0
    ratio: float = 0.0


class Kind(NamedTuple):
    """Which photos are taken."""

    faults: bool = False
    low_ink: bool = False
    lang: str = "en"
    hands: bool = False
    stacks: bool = False
    wood: bool = False


def seen(game: str, seed: int, kind: Kind) -> Seen:
    rng = random.Random(seed)
    it = scene(game, seed, kind.low_ink, kind.lang)
    if kind.faults:
        it = with_faults(it, rng)
    settings = usual(rng, it.album.size)
    if kind.hands:
        settings = settings._replace(hand=rng.uniform(0.15, 0.5))
    laid = shaken(it.laid, it.album, it.eye.sights, rng)
    if kind.stacks:
        laid = stacked(laid, it.album, it.eye.sights, rng)
    photo = photograph(wooden(it.album, laid, rng) if kind.wood else it.album, laid, settings, rng)
    pass_ = _sift_pass(photo)
    begun = time.process_time()
    found = find_board(photo, it.album)
    if found is None:
        return Seen(game, seed)
    readings = read_places(flatten(photo, found, it.album), it.album, it.eye.sights, it.eye.known, it.eye.copies)
    took = time.process_time() - begun
    truth, known = it.truth, it.eye.known
    wrong = [
        f"{one.sight.id}: {_told(one.looks)} for {_told(truth[one.sight.id])}"
        for one in readings
        if one.sure and one.looks != truth[one.sight.id]
    ]
    faulty = {name for name, looks in truth.items() if looks != known[name]}
    blind = [
        one.sight.id for one in readings if one.sure and one.sight.id in faulty and one.looks == known[one.sight.id]
    ]
    sure = sum(one.sure for one in readings)
    named = sum(one.sure and one.sight.id in faulty for one in readings) - len(blind)
    return Seen(game, seed, len(readings), sure, wrong, len(faulty), blind, named, took, took / pass_)


def _told(looks: Sequence[Aspect]) -> str:
    return " + ".join(f"{one.component}/{one.item}/{one.side}" for one in looks) or "nothing"


def _sift_pass(photo: Picture) -> float:
    begun = time.process_time()
    part = PASS / max(photo.shape[:2])
    small = cv2.resize(photo, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    cv2.SIFT.create().detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    return time.process_time() - begun


def counted(photos: Iterable[Seen]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for one in photos:
        counts += Counter(photos=1, found=bool(one.places), places=one.places, sure=one.sure, wrong=len(one.wrong))
        counts += Counter(faults=one.faults, unnoticed=len(one.unnoticed), named=one.named)
        counts += Counter(ms=round(one.seconds * 1000), hundredths=round(one.ratio * 100))
    return counts


def measured(games: Sequence[str], seeds: Iterable[int], kind: Kind, keep: Path | None = None) -> list[Seen]:
    """One photo of each game after the other; what is kept already is not taken again."""
    kept = keep.read_bytes().splitlines() if keep is not None and keep.exists() else []
    done = [msgspec.json.decode(row, type=Seen) for row in kept]
    known = {(one.game, one.seed) for one in done}
    for seed in seeds:
        for game in games:
            if (game, seed) in known:
                continue
            one = seen(game, seed, kind)
            done.append(one)
            print(f"  {game} {seed}: sure {one.sure}/{one.places}, {one.seconds:.1f} s", *one.wrong, flush=True)
            if keep is not None:
                with keep.open("ab") as file:
                    file.write(msgspec.json.encode(one) + b"\n")
    return done


def _share(part: int, whole: int, digits: int) -> str:
    """In percent, with the interval in which it surely is."""
    share, low, high = (100 * one for one in structs.astuple(wilson(part, whole)))
    return f"{share:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f}) of {whole}"


def line(game: str, n: Counter[str]) -> str:
    found = max(n["found"], 1)
    parts: dict[str, Any] = {
        "found": f"{n['found']}/{n['photos']}",
        "sure": _share(n["sure"], n["places"], 1),
        "as known": _share(n["sure"] - n["named"] - n["unnoticed"], n["places"] - n["faults"], 1),
        "right": _share(n["sure"] - n["wrong"], n["sure"], 2),
        "faults noticed": f"{n['faults'] - n['unnoticed']}/{n['faults']} (named {n['named']})",
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
    asked.add_argument("--hands", action="store_true")
    asked.add_argument("--stacks", action="store_true")
    asked.add_argument("--wood", action="store_true")
    asked.add_argument("--lang", default="en")
    asked.add_argument("--keep", type=Path)
    given = asked.parse_args()
    kind = Kind(given.faults, given.low_ink, given.lang, given.hands, given.stacks, given.wood)
    every = measured(given.games, range(given.seed, given.seed + given.photos), kind, given.keep)
    for game in given.games:
        print(line(game, counted(one for one in every if one.game == game)), flush=True)
