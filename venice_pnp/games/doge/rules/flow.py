"""What follows by itself, until somebody has to decide (DOGE-5.21 to DOGE-5.29)."""

from __future__ import annotations

from venice_pnp.contract.play import Event
from venice_pnp.games.doge.rules.decisions import mark_tie, skip
from venice_pnp.games.doge.rules.ending import end_round
from venice_pnp.games.doge.rules.placing import close_turn
from venice_pnp.games.doge.rules.state import PLACING, VOTING, Desk, someone_awaited, to_show
from venice_pnp.games.doge.rules.voting import begin_vote, end_vote, uncover
from venice_pnp.games.doge.rules.world import World


def settle(world: World, desk: Desk, told: list[Event]) -> None:
    """Goes on with the table as far as nobody is needed."""
    while True:
        if desk.phase == PLACING:
            if someone_awaited(desk):
                return
            close_turn(world, desk, told)
        elif desk.phase == VOTING:
            vote = desk.vote
            if vote is None or not vote.agenda:
                if not _between_decisions(world, desk, told):
                    return
            else:
                if bool(vote.agenda[0].tie) != (vote.base is not None):
                    vote = mark_tie(desk, vote)
                if not skip(world, desk, vote, told):
                    return
        else:
            return


def _between_decisions(world: World, desk: Desk, told: list[Event]) -> bool:
    """The next step when no decision is open; False if an order card has to be uncovered, or tokens turned up."""
    vote, row = desk.vote, desk.now
    uncovered = len(desk.next)
    if vote is not None and desk.voted < len(row) and vote.field == row[desk.voted]:
        end_vote(world, desk, vote, told)
    elif uncovered < desk.voted:
        if uncovered < len(row) - 1:  # DOGE-5.28
            return False
        missing = next(field for field in row if field not in desk.next)
        uncover(world, desk, missing, told, by_itself=True)
    elif desk.voted == len(row):
        end_round(world, desk, told)
    elif to_show(desk):
        return False
    else:
        begin_vote(world, desk, told)
    return True
