"""`make strength`: does each level of the bots beat the next lower one?

One bot sits among others of another level, in every seat equally often, each set of draws once for every seat. A share
is told with the Wilson interval of 95 %; with four seats chance alone gives 25 %. A level against itself must be even
(mirror, with draws of its own for every game), random must be beaten (sanity). What was played is kept line by line in
`output/strength.jsonl`, so that an interrupted run goes on where it was. Games of hard bots take hours: those that were
played once stand in `bench/strength.jsonl` and count as long as bots play as they did then (`--keep
bench/strength.jsonl` adds to them). A game in which every level sits, but none better than those that are matched,
tells whether they do: what hard learns does not make games of medium bots be played again.

`python bench/strength.py doge --match hard:medium --games 40 --players 3` plays a part of it. `--with hand=0.8` gives
the one other weights than the rest, which is how the weights in `data/<game>/bots.yaml` were found; `--with tries=200`
lets it think less, or more. `--match any:any`
counts only whether games end and moves are accepted: any number of seats, random, easy and medium bots in any of them.
`--pace 60` asks how long a hard move takes: of so many decisions, spread over games of easy bots, the median and the
longest, in seconds of computing.

A bot here thinks until all its tries are made, never until a clock says stop: any machine plays the same games.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from venice_pnp.bots import EASY, HARD, LEVELS, MEDIUM, RANDOM, bot_of  # noqa: E402
from venice_pnp.bots.mind import DEPTHS  # noqa: E402
from venice_pnp.bots.playing import play_out  # noqa: E402
from venice_pnp.contract.play import TABLE  # noqa: E402
from venice_pnp.games import find_game, game_names  # noqa: E402
from venice_pnp.referee.table import open_game  # noqa: E402
from venice_pnp.speech.texts import kit_texts  # noqa: E402

KEPT = ROOT / "output" / "strength.jsonl"
KNOWN = ROOT / "bench" / "strength.jsonl"  # what took long, and was played on another day
GOALS = {"hard:medium": 0.45, "medium:easy": 0.45, "easy:random": 0.60}  # of one among three
MIRRORS = ("easy:easy", "medium:medium")
ANY, QUICK = "any", (RANDOM, EASY, MEDIUM)
SURE = 1.96  # 95 %
FOUR = 4
TRIES = 20  # of hard in the game by which a style is told
SOME = 10  # decisions of a game whose pace is taken


class Pairing(NamedTuple):
    """One bot of a level among others of another."""

    game: str
    players: int
    one: str
    rest: str
    changed: tuple[tuple[str, float], ...] = ()
    style: str = ""  # how bots play this game, in short; what was played in another style does not count

    @property
    def is_mixed(self) -> bool:
        return ANY in (self.one, self.rest)

    @property
    def is_mirror(self) -> bool:
        return self.one == self.rest and not self.changed

    @property
    def goal(self) -> float | None:
        """The goal for four seats; with fewer in proportion to what chance gives."""
        goal = GOALS.get(f"{self.one}:{self.rest}")
        is_other = any(key not in DEPTHS for key, _ in self.changed)
        return None if goal is None or is_other else min(0.9, goal * FOUR / self.players)


class Result(NamedTuple):
    won: float  # a shared win counts in part
    ended: bool
    refused: int
    moves: int
    seconds: float  # of computing


def play(pairing: Pairing, number: int) -> Result:
    """The game of this number: the one sits in the next seat each time."""
    if _first_data.setdefault(pairing.game, data_of(pairing.game)) != data_of(pairing.game):
        raise SystemExit(f"the data of {pairing.game} were changed while games were played: begin again")
    seat = number % pairing.players
    levels = [pairing.rest] * pairing.players
    levels[seat] = pairing.one
    if pairing.is_mixed:
        chance = random.Random(f"any {number}")
        levels = [chance.choice(QUICK) for _ in range(chance.randint(*open_game(pairing.game).kit.game.players))]
        seat = 0
    begun = time.process_time()
    changed = {seat: dict(pairing.changed)} if pairing.changed else None
    seed = f"strength {number if pairing.is_mirror else number // pairing.players}"
    played = play_out(open_game(pairing.game), levels, seed, changed=changed)
    winners = played.winners
    won = (played.players[seat] in winners) / max(1, len(winners))
    return Result(won, played.ended, len(played.refused), len(played.steps), time.process_time() - begun)


_first_data: dict[str, str] = {}  # by game: what its first game here was played with


def style_of(game: str, players: int = FOUR, best: str = HARD) -> str:
    """A short name of how bots play: of every move of a game in which each level sits, up to the best that is asked
    for and with little thinking; of two games, if there are fewer seats than levels."""
    known = LEVELS[LEVELS.index(best) :: -1]
    levels = list(islice(cycle(known), max(players, len(known))))
    seats = [levels] if players == len(levels) else [levels[:players], levels[-players:]]
    games = [
        play_out(open_game(game), some, "style", changed={at: {"tries": TRIES} for at in range(players)}).moves
        for some in seats
    ]
    told = json.dumps(games if len(games) > 1 else games[0], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:8]


def data_of(game: str) -> str:
    """A short name of what the bots weigh and the rules read."""
    kit = open_game(game).kit
    text = json.dumps([kit.kit_id, kit_texts(kit, "bots")], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval in which the true share lies, 19 times in 20."""
    square = SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = SURE * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def told(pairing: Pairing, results: list[Result]) -> str:
    failed = f"refused {sum(r.refused for r in results)}, without end {sum(not r.ended for r in results)}"
    if pairing.is_mixed:
        moves = sum(result.moves for result in results)
        mixed = f"any number of seats, {', '.join(QUICK)} mixed"
        return f"{pairing.game:<10} {mixed}: {len(results)} games, {moves} moves; {failed}"
    share = statistics.fmean(result.won for result in results)
    low, high = wilson(share, len(results))
    goal = pairing.goal
    verdict = "" if goal is None else "holds" if low >= goal else "missed" if high < goal else "open"
    changed = " ".join(f"{key}={value:g}" for key, value in pairing.changed)
    return (
        f"{pairing.game:<10} {pairing.players}  {pairing.one + ' : ' + pairing.rest:<16}"
        f" {share:6.1%}  {low:6.1%} – {high:6.1%}  {'' if goal is None else format(goal, '4.0%'):>5} {verdict:<7}"
        f" {len(results):>5} games, {statistics.fmean(r.moves for r in results):4.0f} moves,"
        f" {statistics.fmean(r.seconds for r in results):6.2f} s; {failed} {changed}"
    ).rstrip()


def kept(file: Path) -> dict[tuple[Any, ...], Result]:
    """What was played before, by pairing and number."""
    found = {}
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        row = json.loads(line)
        found[_key(row["pairing"], row["number"])] = Result(*row["result"])
    return found


def _key(pairing: Any, number: int) -> tuple[Any, ...]:
    game, players, one, rest, changed, style = pairing
    return game, players, one, rest, tuple((key, value) for key, value in changed), style, number


def run(pairings: list[Pairing], games: int, jobs: int, file: Path) -> None:
    """Plays what is missing, keeps each game when it is over, and tells a line for each pairing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    known = kept(KNOWN) | kept(file)
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for pairing in pairings:
            missing = [n for n in range(games) if _key(pairing, n) not in known]
            for number, result in zip(missing, pool.map(play, [pairing] * len(missing), missing), strict=True):
                known[_key(pairing, number)] = result
                print(json.dumps({"pairing": pairing, "number": number, "result": result}), file=out, flush=True)
            print(told(pairing, [known[_key(pairing, n)] for n in range(games)]), flush=True)


def pairings_of(names: list[str], players: int, matches: list[str], changed: Mapping[str, float]) -> Iterator[Pairing]:
    for name in names:
        low, high = open_game(name).kit.game.players
        seats = max(low, min(high, players))
        styles = dict[str, str]()
        for match in matches:
            one, _, rest = match.partition(":")
            best = MEDIUM if ANY in (one, rest) else max(one, rest, key=LEVELS.index)
            if best not in styles:
                styles[best] = style_of(name, seats, best)
            yield Pairing(name, seats, one, rest, tuple(changed.items()), styles[best])


def pace(game: str, decisions: int) -> str:
    """How long a hard move takes."""
    opened, chance, spent = open_game(game), random.Random("pace"), list[float]()
    for number in count():
        if len(spent) >= decisions:
            break
        played = play_out(opened, [EASY] * FOUR, f"pace {number}")
        for step in chance.sample(played.steps, SOME):
            awaited = opened.rules.pending(step.state)
            if not awaited or (seat := str(awaited[0]["by"])) == TABLE:
                continue
            view, begun = opened.rules.view(step.state, seat), time.process_time()
            bot_of(opened, HARD, chance).choose(seat, view, [])
            spent.append(time.process_time() - begun)
    middle = statistics.median(spent)
    return f"{game:<10} a hard move: median {middle:.2f} s, longest {max(spent):.2f} s, of {len(spent)} decisions"


def _game(word: str) -> str:
    if word not in (known := game_names()):
        raise argparse.ArgumentTypeError(f"{word} is no game: {', '.join(known)}")
    return word


def _match(word: str) -> str:
    if (levels := word.split(":")) != [ANY, ANY] and (len(levels) != 2 or not set(levels) <= set(LEVELS)):
        raise argparse.ArgumentTypeError(f"{word} is no match: two of {', '.join(LEVELS)} with a colon, or {ANY}:{ANY}")
    return word


def _weight(word: str) -> tuple[str, float]:
    key, _, value = word.partition("=")
    try:
        return key, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word} is no weight with a number, such as hope=0.7") from None


def main() -> None:
    parser = argparse.ArgumentParser(description="Does each level of the bots beat the next lower one?")
    parser.add_argument("game", nargs="*", type=_game, help="none: all that bots play")
    parser.add_argument("--match", action="append", type=_match, metavar="ONE:REST", help="none: all goals and mirrors")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=FOUR)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=KEPT, help="where results are kept")
    parser.add_argument("--pace", type=int, metavar="DECISIONS", help="how long does a hard move take?")
    parser.add_argument("--with", dest="changed", action="append", type=_weight, metavar="WEIGHT=VALUE", default=[])
    asked = parser.parse_args()
    names = asked.game or [name for name in game_names() if find_game(name).thinking() is not None]
    if asked.pace:
        for name in names:
            print(pace(name, asked.pace), flush=True)
        return
    matches = asked.match or [*GOALS, *MIRRORS]
    run(list(pairings_of(names, asked.players, matches, dict(asked.changed))), asked.games, asked.jobs, asked.keep)


if __name__ == "__main__":
    main()
