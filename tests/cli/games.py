"""Games typed by people: what they type for a move, and a whole game through the console."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.cli.person import ENTER, PATIENCE, Person
from venice_pnp.console.demo import sensible
from venice_pnp.games.venedig.typed import code_of
from venice_pnp.referee.meaning import Ear, Meaning
from venice_pnp.referee.moves import short
from venice_pnp.referee.onlooker import Onlooker
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table
from venice_pnp.speech.words import Speech

Move = Mapping[str, Any]


class Typist:
    """Types moves as people do: as short as they are understood."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ear = Ear(table)

    def words(self, move: Move) -> str:
        """The shortest of the usual forms that means this move and nothing else."""
        whole = short(move, self.table.rules.verbs)
        forms = [*self._forms(move), whole.partition(" ")[2], whole]
        for form in forms:
            meaning = self.ear.understand(str(move["by"]), form) if form else Meaning([])
            asked_back = meaning.shared or (meaning.guessed and self.ear.texts[str(move["do"])].final)
            if len(meaning.moves) == 1 and not asked_back and self._after(meaning.moves[0]) == self._after(move):
                return form
        raise AssertionError(f"nothing that is typed means {dict(move)}")

    def _after(self, move: Move) -> Any:
        return self.table.rules.apply(self.table.state, dict(move))[0]

    def _forms(self, move: Move) -> list[str]:
        return list(getattr(self, "_" + self.table.game)(move))

    def _canaletto(self, move: Move) -> list[str]:
        return {"bid": [str(move.get("amount"))], "pass": ["p"], "bribe": ["bribe"]}.get(str(move["do"]), [])

    def _doge(self, move: Move) -> list[str]:
        codes = {row.id: row.code.lower() for row in self.table.kit.tables.fields}
        verb = str(move["do"])
        if verb == "place":
            return [codes[move["field"]] + "".join(map(str, move["tokens"]))]
        if verb == "waive":
            return ["w", f"w {codes[move['from']]} {codes[move['to']]}"] if "from" in move else ["w"]
        if verb == "move-house":
            return [f"{codes[move['from']]} {codes[move['to']]}"]
        by_field = {"take": "to", "reveal": "field"}
        if verb in by_field:
            return [codes[move[by_field[verb]]]]
        return {"houses": [str(move.get("count"))], "build": ["y"], "pass": ["p"]}.get(verb, [])

    def _venedig(self, move: Move) -> list[str]:
        code = {kind: code_of(self.table.rules.world, kind) for kind in self.table.rules.world.kinds}
        verb = str(move["do"])
        if verb == "play":
            return [" ".join(f"{code[kind]}{n if n > 1 else ''}" for kind, n in move["cards"].items())]
        if verb in ("build", "drain"):
            fields = " ".join(move["fields"])
            return [fields, f"{code.get(move.get('building', ''), '')} {fields}".strip()]
        if verb == "draw":
            cards = [code[kind] for kind in ([move["give"]] if "give" in move else []) + list(move.get("pool", ()))]
            return [" ".join(["d", *cards])]
        if verb == "exchange":
            return ["x " + "".join(map(str, [*move.get("swamp", ()), *move.get("treasure", ())]))]
        return {"pass": ["p"]}.get(verb, [])

    def _venetia(self, move: Move) -> list[str]:
        verb = str(move["do"])
        if verb == "die":
            return [f"{move['type'][0]}{move['value']}"]
        if verb == "roll":
            return [" ".join("".join(map(str, move[kind])) for kind in ("military", "politics", "trade"))]
        if verb == "candidate":
            return [" ".join([str(move["family"]), *move.get("cards", ())])]
        if verb == "place":
            return [f"{move['at'][:n]}{move['n'] if move.get('n', 1) > 1 else ''}" for n in (2, 3, 4, 5, 6)]
        if verb in ("sea", "attack"):
            name = str(move["sea" if verb == "sea" else "at"])
            brief = " ".join(part[:3] for part in name.split("-"))
            return [f"a {name[:2]}", f"a {brief}"] if verb == "attack" else [name.split("-")[-1][:2], brief]
        if verb == "card":
            targets = [
                one for key in ("at", "seas", "sea", "regions", "fleets", "player") for one in _flat(move.get(key))
            ]
            targets += [one for key in ("remove", "swap", "move") for one in _flat(move.get(key))]
            return [" ".join([move["card"], *targets]), " ".join(["card", move["card"], *targets])]
        if verb == "kingdom":
            return [f"k {move['region'][:2]}", f"k {move['region'][:3]}"]
        if verb == "draw":
            return [str(move.get("to", ""))[:1]]
        if verb == "end":  # a letter ends a turn in which nothing is left to be done
            return ["end" if self.table.view(None)["turn"]["ap"] else "e"]
        return {"marker": [str(move.get("as"))], "veto": ["y" if move.get("use") else "n"]}.get(verb, [])


def _flat(value: Any) -> list[str]:
    if value is None or isinstance(value, str):
        return [value] if value else []
    return [one for part in value for one in _flat(part)]


ENDS = ("This ends the game", "Damit endet das Spiel")


class Sitting:
    """A table in a terminal, and the same table looked at from outside, so that a bot knows what to type."""

    def __init__(self, person: Person, path: Path, seed: int = 1) -> None:
        self.person, self.table = person, Table(path)
        self.typist = Typist(self.table)
        self.chance = random.Random(seed)
        self.counted: dict[str, list[int]] = {}  # keys by verb
        self.wanted: list[Move] = []  # moves that are made as soon as they are legal
        self.eager: tuple[str, ...] = ()  # verbs of which the last move is made as soon as there is one

    @property
    def made(self) -> int:
        return sum(1 for step in self.table.steps if not step.start and not step.move.get("drawn"))

    def choose(self) -> dict[str, Any]:
        by = str(self.table.awaited()[0]["by"])
        legal = list(self.table.rules.legal(self.table.state, by))
        wanted = [move for move in legal if move in self.wanted or move["do"] in self.eager]
        return dict(wanted[-1] if wanted else typical(self.table.game, legal, self.chance))

    def play(self, move: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """One move, typed; returns when the screen shows that it was made."""
        chosen = dict(move) if move is not None else self.choose()
        secret = self.table.rules.verbs[chosen["do"]].secret and "seed" in self.table.first
        secret = secret or (self.table.rules.verbs[chosen["do"]].secret and chosen["do"] != "draw")
        before, made = self.person.keys, self.made
        words = self.typist.words(chosen)
        if secret:
            self.hands_done()
            self.person.press(ENTER)
            self.person.type(words)
            if chosen["do"] != "draw":  # where a card goes is no secret: no receipt to be put away
                self.person.press(ENTER)
        else:
            doubted = self._is_doubted(chosen, words)
            self.person.type(words)
            if doubted:
                self.person.press(ENTER)
            if self._is_last(chosen):
                self._agree_to_the_end()
        self.wait(made)
        self.counted.setdefault(str(chosen["do"]), []).append(self.person.keys - before)
        return chosen

    def _is_doubted(self, move: Mapping[str, Any], words: str) -> bool:
        """Is it asked back: because the game doubts it, or because everybody sees that it brings what is warned of?"""
        game, heard = self.table.declared.doubting(), Onlooker(self.table)
        if game is not None and game.doubt(self.table.rules, self.table.state, move, words) is not None:
            return True
        brought = heard.rules.apply(heard.state, move)[1] if heard.refuses(move) is None else ()
        return any(map(Script(Speech("en", self.table.kit)).warns_of, brought))

    def _is_last(self, move: Mapping[str, Any]) -> bool:
        """Is nothing asked after it, and something opened that was hidden?"""
        after, _ = self.table.rules.apply(self.table.state, move)
        return self.table.has_secrets and not self.table.rules.pending(after)

    def _agree_to_the_end(self) -> None:
        """What can never be taken back is asked back, whatever was typed."""
        made, end = self.made, time.monotonic() + PATIENCE
        while self.made == made and not any(text in self.person.raw[-4000:] for text in ENDS):
            assert time.monotonic() < end, self.person.screen
            self.person.read()
            self.table.refresh()
        if self.made == made:
            self.person.press(ENTER)

    def hands_done(self) -> None:
        """Before the laptop is handed on, what the hands had to do is ticked off."""

        def prompt(screen: str) -> str:
            rows = [line.strip() for line in screen.split("\n") if line.strip()]
            return next((row for row in reversed(rows) if row.endswith("▸")), "")

        self.person.until(lambda screen: prompt(screen) in ("done ▸", "fertig ▸", "Enter ▸"))
        if prompt(self.person.screen) != "Enter ▸":
            one = any(f"1 {word}:" in self.person.screen for word in ("order", "Auftrag"))
            if one:
                self.person.press(ENTER)
            else:
                self.person.type("*")
            self.person.until(lambda screen: prompt(screen) == "Enter ▸")

    def wait(self, made: int) -> None:
        """Until the journal and the screen show one more than these moves."""
        want = f" {self.word} {made + 1} "
        if self.lines:
            end = time.monotonic() + PATIENCE
            while self.made == made and time.monotonic() < end:
                self.person.read()
                self.table.refresh()
            assert self.made > made, self.person.screen
            self.person.sent(lambda raw: "▸" in raw)
            return
        self.person.sent(lambda raw: want in raw.replace("\x1b", " "))
        self.table.refresh()

    word = "move"
    lines = False  # are there only lines of text, without a head that counts the moves?

    def to_the_end(self, most: int = 3000) -> None:
        while self.table.awaited():
            assert self.made < most
            self.play()


# --- a typical game -------------------------------------------------------------------------------------------
def typical(game: str, legal: list[Move], chance: random.Random) -> Move:
    """What people mostly do: bid a little more, build and drain before drawing, use the points of a die."""
    by_verb: dict[str, list[Move]] = {}
    for move in legal:
        by_verb.setdefault(str(move["do"]), []).append(move)
    if game == "venedig":
        for verb, share in (("build", 1.0), ("drop", 1.0), ("play", 0.6), ("drain", 0.8), ("draw", 1.0)):
            if verb in by_verb and chance.random() < share:
                moves = by_verb[verb]
                usual = [move for move in moves if "halt" not in move and "quarter" not in move] or moves
                return chance.choice([move for move in usual if len(move.get("fields", "ab")) > 1] or usual)
    if game == "venetia":
        usual = [verb for verb in ("place", "sea", "attack", "kingdom") if verb in by_verb]
        if usual and chance.random() < 0.9:
            return chance.choice(by_verb[chance.choice(usual)])
        if "card" in by_verb and chance.random() < 0.3:
            return chance.choice(by_verb["card"])
        if "end" in by_verb:
            return by_verb["end"][0]
    return sensible(legal, chance)
