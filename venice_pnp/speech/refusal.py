"""A refusal in the language of a table: what is wrong, the rule, and what is legal instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from venice_pnp.contract.play import Refused
from venice_pnp.speech.words import Said, Speech, find_rule

Offered = Callable[[], list[str]]  # what may be done instead


class Refusal(Refused):
    """A refusal that can be read. Its words are looked up only then: a program that tries moves pays for none.

    `hidden`: the move was secret, so nothing that was typed is repeated, only the rule itself. `offered`: what may be
    done instead, by its form, for programs; `hinted`: the same as people type it here.
    """

    def __init__(
        self,
        refused: Refused,
        speech: Speech,
        offered: Offered = list,
        hinted: Offered = list,
        hidden: bool = False,
    ) -> None:
        super().__init__(refused.rule, refused.facts, refused.key, refused.under)
        self._speech, self._offered, self._hinted, self._hidden = speech, offered, hinted, hidden

    @cached_property
    def sentence(self) -> str:
        if self._hidden and self._speech.kit:
            return (self._printed or self.rule) + self._speech.ruling_note(self)
        return self._speech.refusal(self)

    @cached_property
    def legal(self) -> list[str]:
        return self._offered()

    @cached_property
    def _printed(self) -> str | None:
        """The rule in the words of the booklet."""
        return find_rule(self._speech.kit, self.rule, self._speech.lang) if self._speech.kit else None

    def __str__(self) -> str:
        said = [self._speech.say("move.refused", {"rule": self.rule, "message": Said(self.sentence)})]
        if self._printed and not self.sentence.startswith(self._printed):
            said.append(f"{self.rule}: {self._printed}")
        if hints := self._hinted():
            said.append(self._speech.say("move.legal", {"legal": Said(" · ".join(hints))}))
        return "\n".join(said)
