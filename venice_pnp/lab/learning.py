"""The games as PettingZoo environments, so that others can train players. Needs the extra `lab`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from venice_pnp.bots.playing import MOST, NAMES
from venice_pnp.lab.editions import NoExperiment
from venice_pnp.lab.features import LIMIT, encoded, seats_from
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.table import open_game

MOST_MOVES = 1024  # to choose from at a time; the largest choice seen in a few random games has 346
VIEW, MOVE = 1024, 32  # numbers of a view and of a move

Observation = dict[str, NDArray[Any]]


def env(
    game: str, seats: int = 0, options: Mapping[str, Any] | None = None, data: Path | None = None
) -> AECEnv[str, Observation, int | None]:
    """A game as an environment with the usual guards: an action outside the mask ends it, at a price."""
    made = wrappers.TerminateIllegalWrapper(VeniceEnv(game, seats, options, data), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class VeniceEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo has no types for others
    """One game at a time. An agent sees what its seat may see, and chooses one of its legal moves by its number.

    An observation has `observation` (the view of the seat), `moves` (each legal move as a row) and `action_mask`
    (which numbers are moves). `infos[agent]["moves"]` has the moves as the referee writes them. Rewards come at the
    end: a win counts 1, a shared one its part, all else 0. Secret moves that are made together are chosen one seat
    after the other, none of which sees what the others chose.
    """

    def __init__(
        self, game: str, seats: int = 0, options: Mapping[str, Any] | None = None, data: Path | None = None
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"venice_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._opened, self._options = open_game(game, data), dict(options or {})
        fewest, most = self._opened.kit.game.players
        count = seats or most
        if not fewest <= count <= most:
            raise NoExperiment("lab.seats", n=seats, min=fewest, max=most)
        self.possible_agents = list(NAMES[:count])
        self._chance = random.Random()
        seen = spaces.Box(-LIMIT, LIMIT, (VIEW,), np.float32)
        moves = spaces.Box(-LIMIT, LIMIT, (MOST_MOVES, MOVE), np.float32)
        mask = spaces.Box(0, 1, (MOST_MOVES,), np.int8)
        one_seat: dict[str, spaces.Space[Any]] = {"observation": seen, "moves": moves, "action_mask": mask}
        self.observation_spaces = {name: spaces.Dict(one_seat) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(MOST_MOVES) for name in self.possible_agents}
        self._names = {name: seats_from(name, self.possible_agents) for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- playing ----------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - of the API
        """A new game. With a seed this one and all that follow it are the same again."""
        if seed is not None:
            self._chance = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._memory = Memory(self._opened, self.agents, self._options, str(self._chance.getrandbits(64)))
        self._awaited()

    def step(self, action: int | None) -> None:
        """The move with this number."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None or not 0 <= action < len(self._moves):
            raise ValueError(f"{agent} has {len(self._moves)} moves; {action} is none of them")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._memory.do(self._moves[action])
        self._awaited()
        self._accumulate_rewards()

    def _awaited(self) -> None:
        """Whose turn it is and what may be done, or the end."""
        rules, state = self._opened.rules, self._memory.state
        awaited = rules.pending(state)
        self._moves: list[dict[str, Any]] = []
        if not awaited:
            winners = rules.snapshot(state)["winners"]
            self.rewards = {name: (name in winners) / len(winners) for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.truncations = dict.fromkeys(self.agents, len(self._memory.steps) >= MOST)
            self.agent_selection = str(awaited[0]["by"])
            self._moves = list(rules.legal(state, self.agent_selection))[:MOST_MOVES]
        self.infos = {name: {"moves": self._moves} if name == self.agent_selection else {} for name in self.agents}

    # --- looking ----------------------------------------------------------------------------------------
    def observe(self, agent: str) -> Observation:
        """What a seat sees; only who has the turn sees moves."""
        names = self._names[agent]
        moves, mask = np.zeros((MOST_MOVES, MOVE), np.float32), np.zeros(MOST_MOVES, np.int8)
        for at, move in enumerate(self._moves if agent == self.agent_selection else ()):
            moves[at], mask[at] = encoded(move, names, MOVE), 1
        seen = encoded(self._memory.view(agent), names, VIEW)
        return {"observation": seen, "moves": moves, "action_mask": mask}

    def close(self) -> None:
        """There is nothing to close: a game in memory has no file."""
