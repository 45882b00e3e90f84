"""What is said of a game at its table: questions, short forms, set-up and checks, from `data/<game>/console.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from venice_pnp.contract.play import Event, Refused, Verb
from venice_pnp.referee.table import Table, is_chance
from venice_pnp.speech.texts import aliases_of, kit_texts
from venice_pnp.speech.words import Said, Speech, filled

PHYSICAL, SEEDED = "physical", "seeded"
ACTIVE = "active"  # of a question: who may want something before it is answered
NOTHING = "0"  # of what is counted, or is on a track no more


class AskedOption(NamedTuple):
    """An option of the game, as it is asked for: its values with what they mean."""

    id: str
    asked: str
    values: list[tuple[Any, str]]
    only_with: str = ""  # another option, without which this one means nothing
    own_cards: bool = False  # it means nothing where the referee deals
    no_bots: bool = False  # it means nothing where bots play


class FirstWord(NamedTuple):
    """Somebody may want something before a bot moves: who, which bot, and how he is asked."""

    seat: str
    bot: str
    question: str


class Script:
    """The texts of one game in one language; `by_touch`: as phones ask, where nothing is typed."""

    def __init__(self, speech: Speech, by_touch: bool = False) -> None:
        assert speech.kit
        self._by_touch = by_touch
        self.speech, self.kit = speech, speech.kit
        self._texts: dict[str, Any] = kit_texts(speech.kit, "console")

    def _said(self, texts: Any, facts: Mapping[str, Any]) -> str:
        words = self.speech.in_words(texts) or ""
        return self.speech.fill(filled(self.kit, words, self.speech.lang), facts)

    def question(self, item: Mapping[str, Any], by: str, kind: str = "") -> str:
        """What is asked of somebody, in a sentence; `kind` names a more special one."""
        known = {**(self._texts.get("ask") or {}), **(self._texts.get("touch") or {} if self._by_touch else {})}
        texts = known.get(f"{item['for']}-{kind}") or known.get(str(item["for"]))
        if texts is None:
            return f"{by}: {self.speech.name(item['for'])}"
        facts = {key: value for key, value in item.items() if key not in ("by", "for")}
        return self._said(texts, {**facts, "by": Said(by)})

    def asked(self, table: Table, item: Mapping[str, Any], who: str) -> str:
        """What an awaited item asks, with what the game's screen has to say about it."""
        kind, facts = self._special(table, item)
        return self.question({**item, **facts}, who, kind)

    def before_a_bot(self, table: Table) -> FirstWord | None:
        """Who may want something before a bot does what is awaited of it; None: nobody."""
        item = next((item for item in table.awaited() if item["by"] in table.bots), None)
        if item is None:
            return None
        kind, facts = self._special(table, item)
        asked, bot = f"{kind}-bot", str(item["by"])
        if f"{item['for']}-{asked}" not in (self._texts.get("ask") or {}):
            return None
        return FirstWord(str(facts[ACTIVE]), bot, self.question({**item, **facts}, bot, asked))

    def _special(self, table: Table, item: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """The more special question of a moment, and its facts. A bot is not asked beside somebody else: the question
        is the one without that."""
        more = table.declared.asking()
        kind, facts = more.asking(table.rules, table.state, item) if more else ("", {})
        return (kind.rpartition("-")[0] if facts.get(ACTIVE) in table.bots else kind), facts

    @cached_property
    def _also(self) -> dict[str, dict[str, list[str]]]:
        """Other words for the verbs, by language."""
        return aliases_of(self.kit)

    def word(self, verb: str) -> str:
        """The word for a verb in the language of the table."""
        return self.speech.verb(verb)

    def move(self, move: Mapping[str, Any], verbs: Mapping[str, Verb]) -> str:
        """A move in the words of the players: ids by their names, what stands behind a list by its own, or in words
        that are typed so (`says`); where a move has several fields with such words, these say all of it."""
        name = str(move.get("do"))
        verb = verbs.get(name, Verb(name))
        parts, after = [self.word(name)], False
        says = (self._texts.get("verbs") or {}).get(name, {}).get("says") or {}
        several = bool(verb.number) and sum(field in move for field in verb.fields) > 1  # given, and from the pile
        for field in verb.fields:
            value = move.get(field)
            if value is None or value == []:
                continue
            said, told = self.value(value), says.get(field)
            alone = len(parts) == 1 and len(verb.fields) == 1  # veto yes
            single = not isinstance(value, (list, tuple, Mapping))
            labelled = (isinstance(value, bool) and not alone) or (single and (after or several))
            if told and (labelled or several):
                parts.append(self._said(told, {"value": Said(said)}))
            else:
                parts.append(f"({self.speech.name(field)}: {said})" if labelled else said)
            after = after or field in verb.lists
        return ", ".join(parts[1:]) if several and says else " ".join(parts)

    def value(self, value: Any) -> str:
        """A field of a move in the words of the players."""
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(key)} {self.value(part)}" for key, part in value.items())
        if isinstance(value, (list, tuple)):
            nested = any(isinstance(one, (list, tuple)) for one in value)
            runs = ((one, len(list(same))) for one, same in groupby(value))
            return (", " if nested else " ").join(self._times(one, n) for one, n in runs)
        said = self.speech.name(value)
        coded = isinstance(value, str) and self.speech.is_titled(value) and any(c.isdecimal() for c in value)
        return f"{value} {said}" if coded else said  # a card is typed by its code

    def _times(self, one: Any, n: int) -> str:
        """A thing so many times: `Zara 2`; what is read as numbers or codes one by one, as it stands on dice and
        tiles."""
        said = self.value(one)
        single = isinstance(one, int) or any(map(str.isdecimal, said))
        return " ".join([said] * n) if single else f"{said} {n}" if n > 1 else said

    def verb(self, word: str) -> str:
        """The verb of a word that `word` gave."""
        return next((name for name in self._also if self.word(name) == word), word)

    def help(self, verb: str) -> tuple[str, str]:
        """How a verb is typed, and what it does."""
        entry = (self._texts.get("verbs") or {}).get(verb)
        return (str(entry.get("type", verb)), self._said(entry, {})) if entry else (verb, "")

    def unsaid(self, verb: str) -> str:
        """What is asked before a move that only what the seat holds makes plain; nothing, if it is made at once."""
        return self._said((self._texts.get("verbs") or {}).get(verb, {}).get("unsaid", {}), {})

    @property
    def options(self) -> list[AskedOption]:
        found = []
        for row in self._texts.get("options") or ():
            values = [(_plain(value), self._said(texts, {})) for value, texts in row["values"].items()]
            own_cards = bool(row.get("own-cards"))
            asked = self._said(row["ask"], {})
            no_bots = bool(row.get("no-bots"))
            found.append(AskedOption(row["id"], asked, values, str(row.get("only-with", "")), own_cards, no_bots))
        return found

    @property
    def chance(self) -> list[tuple[str, str]]:
        """Who decides what chance decides, with what follows from it here, the better way first."""
        own = self._texts.get("chance") or {}
        usual = {way: self.speech.say(f"play.{way}") for way in (PHYSICAL, SEEDED)}
        return [(way, self._said(own[way], {})) for way in own] or list(usual.items())

    @property
    def questions(self) -> dict[str, list[str]]:
        """Questions that only this game knows, with their words in all languages."""
        rows = self._texts.get("questions") or {}
        return {str(name): [str(word) for word in row["words"]] for name, row in rows.items()}

    def question_text(self, name: str, key: str) -> str:
        """The `help` of a question, or the `title` of its answer; empty if it has none."""
        return self._said((self._texts.get("questions") or {})[name].get(key, {}), {})

    @property
    def colours_are_an_option(self) -> bool:
        return self._texts.get("colours") == "option"

    def setup(self, table: Table) -> list[tuple[str, str]]:
        """The steps of the set-up at this table: the rule, and what the hands do."""
        view = _as_laid_out(table)
        found = []
        for row in self._steps(table):
            shown = {slot: at(view, path.split(".")) for slot, path in (row.get("show") or {}).items()}
            found.append((str(row["rule"]), self._said(row, shown)))
        return found

    def listed(self, table: Table, n: int) -> list[str]:
        """What lies where, line by line, where a step of the set-up asks for it."""
        path = self._steps(table)[n].get("list")
        found = at(_as_laid_out(table), str(path).split(".")) if path else {}
        return [
            f"{i + 1:>3} {self.speech.name(key)}: {self.speech.name(value)}"
            for i, (key, value) in enumerate(found.items())
        ]

    def _steps(self, table: Table) -> list[Mapping[str, Any]]:
        how = table.first.get("setup") or (SEEDED if "seed" in table.first else PHYSICAL)
        options = table.first["options"]
        rows: list[Mapping[str, Any]] = self._texts.get("setup") or []
        fitting = [row for row in rows if "when" not in row or how in _several(row["when"])]
        return [row for row in fitting if "option" not in row or options.get(row["option"])]

    @property
    def open_verbs(self) -> frozenset[str]:
        """Secret verbs that can be typed in the open where the referee does not know the cards."""
        return frozenset(map(str, self._texts.get("open") or ()))

    @property
    def results(self) -> frozenset[str]:
        """The rules by which something is decided: what `why` explains."""
        return frozenset(map(str, self._texts.get("results") or ()))

    @property
    def foretold(self) -> frozenset[str]:
        """The rules of which a question about a move tells what would come of it."""
        return self.results | frozenset(map(str, self._texts.get("follows") or ()))

    def is_remark(self, event: Event) -> bool:
        """Does it only tell what happened, with nothing in it for the hands? `….seeded`: where the referee deals;
        `….physical`: where he does not."""
        how = SEEDED if self.speech.seeded else PHYSICAL
        return not {event.rule, event.key, f"{event.key}.{how}"}.isdisjoint(self._remarks)

    @cached_property
    def _remarks(self) -> frozenset[str]:
        return frozenset(map(str, self._texts.get("remarks") or ()))

    def is_moot(self, event: Event) -> bool:
        """Is there nothing in it for the hands once the game is over?"""
        return event.rule in frozenset(map(str, self._texts.get("moot") or ()))

    def of_bots(self, event: Event) -> str:
        """The message that makes an order of what only tells of people: what nobody at the table has chosen for a bot,
        the hands have to put right."""
        return str((self._texts.get("of-bots") or {}).get(event.key, ""))

    def says_again(self, event: Event) -> bool:
        """Does it say no more than the move itself, where that was told?"""
        return event.key in (self._texts.get("says-again") or ())

    @property
    def goes_round(self) -> frozenset[str]:
        """The questions that go from seat to seat, as bids do: one line may answer for several."""
        return frozenset(map(str, self._texts.get("goes-round") or ()))

    @property
    def drawn_for(self) -> frozenset[str]:
        """What the table draws for the move of somebody: a number behind that move tells it, `a ancona; 3`."""
        return frozenset(map(str, self._texts.get("drawn-for") or ()))

    def recalled_by(self, refused: Refused) -> str:
        """The message of what was told before in the round, where a slip may be why this is refused; or nothing."""
        return str((self._texts.get("recalls") or {}).get(refused.key, ""))

    @property
    def unasked(self) -> frozenset[str]:
        """The questions that nobody has to answer where there is only one way."""
        return frozenset(map(str, self._texts.get("unasked") or ()))

    def warns_of(self, event: Event) -> bool:
        """Does a move bring what nobody wants by chance? It is told before, and asked back."""
        return not {event.rule, event.key}.isdisjoint(self._warned)

    @cached_property
    def _warned(self) -> frozenset[str]:
        """Rules, or single messages of one."""
        return frozenset(map(str, self._texts.get("warns") or ()))

    @property
    def checks(self) -> list[Mapping[str, Any]]:
        """The rows of the page; without those of cards that stay in the box."""
        rows = self._texts.get("check") or ()
        return [row for row in rows if not (self.speech.seeded and row.get("own-cards"))]

    def statement(self, row: Mapping[str, Any], key: str, value: str, more: Mapping[str, Any] | None = None) -> str:
        """What a row of the check says; `none`: where nothing stands or lies any more."""
        facts = {"key": key, "value": Said(value), **(more or {})}
        return self._said(row.get("none", row) if value == NOTHING else row, facts)

    def mends(self, rule: str, player: str) -> str:
        """How what a correction leaves wrong is said as well, by an example; nothing, if it is plain."""
        return self._said((self._texts.get("mends") or {}).get(rule) or {}, {"player": Said(player)})

    def of_late(self, row: Mapping[str, Any]) -> str:
        """What a row of the check says of a correction that comes too late to change what followed."""
        return self._said(row["later"], {})


def at(value: Any, path: Sequence[str]) -> Any:
    """The part of a snapshot at a path."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _plain(word: Any) -> Any:
    return {"true": True, "false": False}.get(word, word)


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _as_laid_out(table: Table) -> dict[str, Any]:
    """What everybody saw before the first move, whatever was played since."""
    drawn = [*takewhile(lambda step: is_chance(step.move), table.steps[1:])]
    return dict(table.rules.view([*table.steps[:1], *drawn][-1].state, None))
