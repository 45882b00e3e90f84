"""What lies at every place of a board, and how sure that is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

import cv2
import numpy as np

from venice_pnp.contract.sight import Aspect, Box, Sight, round_about
from venice_pnp.look.album import Album, Picture, Portrait
from venice_pnp.look.flattening import FINE, Flat
from venice_pnp.look.matching import (
    DARKEST,
    GAIN,
    FineFaces,
    Fit,
    Search,
    Stencils,
    bettered,
    clipped,
    contested,
    lying,
    out_of_shadow,
    polished,
    stood_finely,
    strangeness,
    upright,
)
from venice_pnp.look.standing import spread

CHANGED = 20.0  # of 255: what differs more from the empty board is something else
FITS, FITS_STANDING = 46.0, 52.0  # of 255: a face that is farther from what is seen is none of ours
SURE, SURE_STANDING = 34.0, 46.0  # the same, to be sure
BETTER = 0.75  # how far a face may be off against the empty board
PLAIN = 0.55  # the same for a face that nobody expects, to be sure
HARDLY = 1.25  # the same for a face that is expected: then it may be there; and how far it may be off at all
APART = 0.75  # how far it may be off against the next face, to be sure, where they differ
APART_DUE = 0.9  # the same for a face that is expected
AS_WELL = 1.4  # how far off another may be against it, to be taken for it
KEEPS = 0.87  # how much nearer another must be, to be taken for it
APART_BASE = 0.6  # the same of what something stands on: little of it shows
SHOWS, SHOWS_DUE = 0.12, 0.06  # so much of it must show, and if it is expected
BASE_SHOWS = 0.2  # the same, to find where it lies
LEFT = 0.14  # of the smallest face: so much that is not explained is something
LEFT_DUE = 0.28  # the same where all that is expected was found
THIN, JOINED = 5, 9  # px: what is thinner is the rim of something, and what is nearer belongs to one thing
SHADE = 16.0  # of 255: how far a shadow may be from the board
TRACE = 0.05  # the same: less is nothing
STRANGE = 0.15  # the same: with less, nothing is tried that nobody expects
FAINT, HINT = 14.0, 0.08  # the same for a piece that should be there: how little is enough, and how much of it
HIDDEN = 0.6  # of a face: so much of a place is behind something, or in a glare
ROOM = 0.38  # of a place that is covered: then pieces may lie on one another
HEAP, HEAPED = 2.0, 0.24  # sizes of a piece that a place is wide: there they lie as they fall, and need more room
STRIKING = 0.4  # the same of a face that is quite unlike the board
PALE = 0.1  # the same of a face that is like the board
WHOLE = 0.75  # of a face that lies, and that nobody expects: with less in sight it is not sure
CLEAR = 27.0  # of 255: a face that nobody expects must be nearer than that
TAKEN = 0.72  # pieces lie side by side: how near their middles come, in sizes of the smaller
SLIPPED = 3.0  # mm that a piece may be found beside its place
UNDER = 0.3  # the same for what lies under another
PEEKS = 0.1  # of a face that is due: so much of it must look out from behind others
ONE_COLOUR = 0.8  # how far it may be off there against a single colour
COLOUR = 40.0  # of 255: what has less of it is pale
PEEPS = 8  # points that are tried for it
ROUNDS = 3  # that are made for what is expected: for what lies above others first
SHADOW = 10.0  # mm round what stands, where its shadow falls
SHOWN = 0.3  # of something that stands: so much of it differs from the empty board
EDGE = 6.0  # mm of something that stands, seen from above
SEEN = 0.6  # how much of a place must be in sight
CLOSER = 3  # more points than there are pieces where something may stand
ALIKE = 14.0  # of 255: faces of pieces that stand which are no farther apart are tried as one


class Reading(NamedTuple):
    """What was seen at a place. Not `sure`: something is there, or may be, and somebody has to be asked. Not `seen`: it
    is out of the picture, in a glare, or behind something."""

    sight: Sight
    pieces: tuple[Fit, ...]
    sure: bool
    seen: bool = True
    like: Aspect | None = None  # something else lies there, in the colour of this one

    @property
    def looks(self) -> tuple[Aspect, ...]:
        return tuple(sorted(one.look for one in self.pieces))


Expected = Mapping[str, Sequence[Aspect]]


def read_places(
    flat: Flat, album: Album, sights: Sequence[Sight], expected: Expected, copies: Mapping[Aspect, int]
) -> list[Reading]:
    """The referee's own expectation is tried first; whatever it does not explain may be any piece, but none more often
    than there are `copies` of it."""
    return _Reader(flat, album, sights, expected, copies).readings()


class _Reader:
    """Reads one photo: first what stands, because it hides what lies behind it, then what lies."""

    def __init__(
        self, flat: Flat, album: Album, sights: Sequence[Sight], expected: Expected, copies: Mapping[Aspect, int]
    ) -> None:
        self.flat, self.sights, self.expected = flat, sights, expected
        self.copies, self.left = copies, Counter(copies)
        self.faces, self.portraits = FineFaces(album.portraits, flat.soft), album.portraits
        differs = ((flat.differs > CHANGED) & flat.seen).astype(np.uint8)
        self.changed = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)
        self.seen = flat.seen.copy()
        left = self.changed.copy()
        self.shadowless = out_of_shadow(flat)
        self.standing = np.zeros_like(self.seen)
        self.search = {
            True: Search(flat, self.seen, left, self.shadowless.copy()),
            False: Search(flat, flat.seen.copy(), left, strangeness(flat)),
        }
        self.explained = np.zeros_like(self.seen)
        self.doubtful: set[str] = set()
        self.like: dict[str, Aspect] = {}
        self.hardly: dict[str, set[Aspect]] = defaultdict(set)
        self.nearly: dict[str, set[Aspect]] = defaultdict(set)
        self.close: list[tuple[Sight, Fit, float]] = []
        self.plain: set[Fit] = set()  # where something else is due, but cannot be taken for it
        self.found: dict[str, list[Fit]] = defaultdict(list)
        self.homes: dict[Aspect, list[Sight]] = defaultdict(list)
        for sight in sights:
            for look in sight.may:
                self.homes[look].append(sight)
        self._colours: dict[Aspect, Picture] = {}
        self._stencils: dict[tuple[Aspect, ...], Stencils] = {}
        self.filled = {look: _filled(one) for look, one in album.portraits.items()}  # mm²
        self.heavy = {look: _heavy(one) for look, one in album.portraits.items()}  # mm

    def readings(self) -> list[Reading]:
        for expected in (True, False):
            for again in range(ROUNDS if expected else 1):
                every = [one for standing in (True, False) for one in self._candidates(standing, expected, again)]
                if not self._take(every, expected, again):
                    break
            if expected:
                self._peek()
        for sight in self.sights:
            if sight.based:
                self._bases(sight)
        self._settle()
        self._leftovers()
        elsewhere = self._elsewhere()
        return [self._reading(sight, elsewhere) for sight in self.sights]

    # --- candidates ---------------------------------------------------------------------------------------
    def _candidates(self, standing: bool, expected: bool, again: int) -> Iterator[tuple[Sight, Fit]]:
        """What may be at every place; `again`: where something is still missing that may lie under the rest."""
        for sight in self.sights:
            if len(self.found[sight.id]) >= self._room(sight) * (1 + (not standing)):
                continue
            if again and not self._missing(sight):
                continue
            for kind in self._kinds(sight, standing):
                looks = self._looks(sight, kind, expected)
                if looks and self._something(sight, kind[0], TRACE if expected else STRANGE):
                    yield from ((sight, one) for one in self._matches(sight, looks, bool(again)))

    def _room(self, sight: Sight) -> int:
        """How many may lie there: what the referee has there has room somehow."""
        return max(sight.most, len(self.expected.get(sight.id, ())))

    def _missing(self, sight: Sight) -> Counter[Aspect]:
        return Counter(self.expected.get(sight.id, ())) - Counter(one.look for one in self.found[sight.id])

    def _looks(self, sight: Sight, kind: Sequence[Aspect], expected: bool) -> tuple[Aspect, ...]:
        if expected:
            return tuple(sorted(set(self._missing(sight)) & set(kind)))
        return self._unlike(tuple(look for look in kind if self.left[look] > 0))

    def _unlike(self, kind: tuple[Aspect, ...]) -> tuple[Aspect, ...]:
        """Of what stands, only those that look different from afar: the rest is told by what is on them."""
        if len(kind) < 2 or not self.portraits[kind[0]].height:
            return kind
        chosen: dict[Aspect, Picture] = {}
        for look in kind:
            small = cv2.resize(self.portraits[look].rgb, (4, 8), interpolation=cv2.INTER_AREA).astype(np.float32)
            if all(float(np.abs(small - other).mean()) > ALIKE for other in chosen.values()):
                chosen[look] = small
        return tuple(chosen)

    def _kinds(self, sight: Sight, standing: bool) -> Iterator[list[Aspect]]:
        """What may lie there, by component."""
        kinds: dict[str, list[Aspect]] = defaultdict(list)
        for look in sight.may:
            if bool(self.portraits[look].height) == standing:
                kinds[look.component].append(look)
        yield from kinds.values()

    def _something(self, sight: Sight, look: Aspect, part: float) -> bool:
        """Is there anything that is neither the empty board nor known already?"""
        box, reach = self._reach(sight, look)
        return self._area(_grown(box, reach)) > part * self._telling(sight, look)

    def _telling(self, sight: Sight, look: Aspect) -> float:
        """mm² of a face that may be seen to differ from the board: if nobody knows what should be there, it may be as
        pale as the board."""
        return self.filled[look] * (1.0 if self.expected else max(PALE, self._striking(sight, look)))

    def _reach(self, sight: Sight, look: Aspect) -> tuple[Box, float]:
        """Where a piece of this place is seen: round the middles of those that lie, beside those that stand."""
        portrait, box = self.portraits[look], sight.box
        if not portrait.height:
            return box, min(portrait.size) / 2
        at = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        middle, reach = spread(portrait, at, self.flat.camera)
        return (box[0] + middle[0] - at[0], box[1] + middle[1] - at[1], *box[2:]), reach

    def _matches(self, sight: Sight, looks: tuple[Aspect, ...], again: bool) -> Iterator[Fit]:
        """The best at every point where there may be a piece."""
        portrait = self.portraits[looks[0]]
        if portrait.height:
            at = (sight.box[0] + sight.box[2] / 2, sight.box[1] + sight.box[3] / 2)
            stencils = upright(looks, self.faces, at, self.flat.camera)
        else:
            stencils = self._stencils.setdefault(looks, self._stencils.get(looks) or lying(looks, self.faces))
        finer = stood_finely if portrait.height else bettered
        most = self._room(sight)
        if portrait.height:
            most = min(most, self._missing(sight).total() or most) + CLOSER
        taken: list[Fit] = []
        search = self.search[bool(portrait.height)]
        for one in stencils.tried(search, sight.box):
            if len(taken) >= most:
                return
            near = 0.6 * min(portrait.size)
            if one.off < 1.6 * FITS and all(hypot(one.x - other.x, one.y - other.y) > near for other in taken):
                taken.append(one)
                if not self._near(one, portrait, again):
                    yield finer(search, one, self.faces)

    # --- taking -------------------------------------------------------------------------------------------
    def _take(self, candidates: Iterable[tuple[Sight, Fit]], due: bool, again: int) -> bool:
        """The best first; none where another one lies, and none that the empty board explains as well. What is due
        needs less to be believed, and nothing is a rival that has been found elsewhere. Was anything taken?"""
        anything = False
        for sight, match in sorted(candidates, key=lambda one: -one[1].clears):
            portrait = self.portraits[match.look]
            stands = bool(portrait.height)
            there = [one for one in self.found[sight.id] if bool(self.portraits[one.look].height) == stands]
            fits, sure = (FITS_STANDING, SURE_STANDING) if stands else (FITS, SURE)
            if due and fits < match.off < min(HARDLY * fits, self._empty(*self._under(match))):
                self.nearly[sight.id].add(match.look)
            if (
                match.off > (fits if due else sure)
                or len(there) >= (1 if match.look.component in sight.once else self._room(sight))
                or beside(sight.box, *self._upright(sight, match)) > SLIPPED
                or (not due and self._nearer_elsewhere(sight, match))
                or self._near(match, portrait, bool(again))
            ):
                continue
            seen = self.search[stands].seen
            rivals = self._rivals(sight, match.look)
            if due:
                missing = self._missing(sight)
                wanted = [look for look in rivals if missing[look] > 0]
                if not wanted:
                    continue
                if match.look not in wanted:
                    match, _ = contested(self.flat, match._replace(look=wanted[0]), wanted, self.faces, seen)
            elif not rivals:
                continue
            expected = match.look if due else None
            match, rival = contested(self.flat, match, rivals, self.faces, seen, KEEPS if due else 1.0)
            if self.expected and not due and not stands and match.clears < 0:
                continue  # it leaves more open than it explains
            apart = self._apart(portrait, match.look == expected)
            if stands:
                match = polished(self.search[True], match, self.faces)
            part, cut = self._under(match)
            here = cut & seen[part]
            empty = self._empty(part, here)
            if match.off > min(BETTER * empty, empty if stands else self._empty(part, here, shaded=True)):
                if match.off < HARDLY * empty and match.look in self.expected.get(sight.id, ()):
                    self.hardly[sight.id].add(match.look)  # it looks like the board it may lie on
                continue
            shown = (self.changed[part] & ~self.explained[part] & cut).sum()
            if (stands or again) and shown < (PALE if due and match.off < PLAIN * empty else SHOWN) * cut.sum():
                continue
            if self.left[match.look] < 1:
                continue
            if self.expected and not due and match.clears < 0:
                self.doubtful.add(sight.id)  # it leaves more open than a shadow would
                continue
            if rival < APART_BASE and due and not stands:
                self.plain.add(match)
            most = min(fits if match in self.plain else sure, PLAIN * empty)
            whole = (cut & self.search[False].seen[part]).sum() > WHOLE * cut.sum()
            if match.look != expected and (match.off > most or not (stands or whole)):
                self.doubtful.add(sight.id)
            if (
                due
                and not stands
                and (again or not whole)
                and self._pale(match.look)
                and self._blank(match, part, here)
            ):
                self.doubtful.add(sight.id)
            if rival > apart:
                self.close.append((sight, match, apart))
            self._put(sight, match, (part, cut))
            anything = True
        return anything

    def _put(self, sight: Sight, match: Fit, under: tuple[tuple[slice, slice], Picture]) -> None:
        """It is there: it explains what is seen, and hides what is under it."""
        part, cut = under
        stands = bool(self.portraits[match.look].height)
        self.left[match.look] -= 1
        self.found[sight.id].append(match)
        rim = np.ones((13, 13) if stands else (5, 5), np.uint8)
        known = cv2.dilate(cut.astype(np.uint8), rim).astype(bool)
        self.explained[part] |= known
        for search in self.search.values():
            search.left[part] &= ~known
            search.strange[part][known] = 0
        over = cv2.dilate(cut.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
        self.search[False].seen[part] &= ~over
        if stands:
            self.seen[part] &= ~over
            self.standing[part] |= cut

    def _peek(self) -> None:
        """What is due and lies, and of which only a part looks out from behind what was found: it is taken if that part
        is plainly its own."""
        seen, strange = self.search[False].seen, strangeness(self.flat)
        for sight in self.sights:
            for look in self._missing(sight).elements():
                if self.portraits[look].height or not self.found[sight.id] or self._pale(look):
                    continue
                search = Search(self.flat, seen, self.changed & seen, strange * seen, PEEKS)
                stencils = self._stencils.setdefault((look,), self._stencils.get((look,)) or lying((look,), self.faces))
                for one in stencils.tried(search, sight.box)[:PEEPS]:
                    match = bettered(search, one, self.faces)
                    if self._plainly(sight, match):
                        self._put(sight, match, self._under(match))
                        break

    def _pale(self, look: Aspect) -> bool:
        """Has it hardly a colour? Then the edge of any paper looks like a part of it."""
        return float(np.ptp(self._colour(look))) < COLOUR

    def _plainly(self, sight: Sight, match: Fit) -> bool:
        """Does what shows of it fit nothing else: neither the board nor another face?"""
        seen = self.search[False].seen
        if match.off > CLEAR or beside(sight.box, match.x, match.y) > SLIPPED:
            return False
        if self._near(match, self.portraits[match.look], under=True):
            return False
        part, cut = self._under(match)
        here = cut & seen[part]
        if here.sum() < PEEKS * cut.sum() or match.off > PLAIN * self._empty(part, here):
            return False
        if match.off > self._empty(part, here, shaded=True) or self._blank(match, part, here):
            return False
        again, rival = contested(self.flat, match, self._rivals(sight, match.look), self.faces, seen, 0.0)
        return again.look == match.look and rival < APART

    def _blank(self, match: Fit, part: tuple[slice, slice], here: Picture) -> bool:
        """Is what shows of it nearly as well one colour, as the edge of any paper is?"""
        pixels = self.flat.rgb[part][here]
        if not len(pixels):
            return True
        return match.off > ONE_COLOUR * float(np.sqrt(((pixels - pixels.mean(0)) ** 2).mean()))

    @staticmethod
    def _apart(portrait: Portrait, expected: bool) -> float:
        """How far off a face may be against the next one; of a card that stands little shows."""
        if portrait.height and not portrait.roof:
            return APART if expected else APART_BASE
        return APART_DUE if expected else APART

    def _rivals(self, sight: Sight, look: Aspect) -> list[Aspect]:
        """What else it may be: nothing that has been found elsewhere."""
        return [one for one in sight.may if one.component == look.component and self.left[one] > 0]

    def _settle(self) -> None:
        """What was hard to tell from others, now that some of these have been found elsewhere."""
        for sight, match, apart in self.close:
            rivals = self._rivals(sight, match.look)
            again, rival = contested(self.flat, match, rivals, self.faces, self.flat.seen, 0.0)
            if rival > apart or again.look != match.look:
                self.doubtful.add(sight.id)

    def _under(self, match: Fit) -> tuple[tuple[slice, slice], Picture]:
        """The part of the board round a piece, and where the piece is in it."""
        _, cut, (x, y) = self.faces.shown(match, self.flat.camera)
        part, inner = clipped(x, y, cut.shape[0], self.seen.shape)
        return part, cut[inner]

    def _empty(self, part: tuple[slice, slice], here: Picture, shaded: bool = False) -> float:
        """How far the empty board is from what is seen there; `shaded`: it may be in the shadow of something."""
        if not here.any():
            return 0.0
        rgb, drawn = self.flat.rgb[part][here], self.flat.board[part][here]
        dark = float(np.clip((rgb * drawn).sum() / max((drawn * drawn).sum(), 1.0), DARKEST, 1.0)) if shaded else 1.0
        return float(np.sqrt(((rgb - dark * drawn) ** 2).mean()))

    def _nearer_elsewhere(self, sight: Sight, match: Fit) -> bool:
        """Has a neighbouring place a better claim to it? What nobody expects has not slipped."""
        far = beside(sight.box, *self._upright(sight, match))
        others = self.homes[match.look]
        return far > 0 and any(beside(one.box, *self._upright(one, match)) < far for one in others)

    def _upright(self, sight: Sight, match: Fit) -> tuple[float, float]:
        """Where its middle would be if it were turned as it lies at this place: a star that looks alike however it is
        turned lies where its form does, whichever of its turns was found."""
        if sight.turn is None:
            return match.x, match.y
        x, y = self.heavy[match.look]
        turned, straight = radians(match.turn), radians(sight.turn)
        return (
            match.x + x * (cos(turned) - cos(straight)) - y * (sin(turned) - sin(straight)),
            match.y + x * (sin(turned) - sin(straight)) + y * (cos(turned) - cos(straight)),
        )

    def _near(self, match: Fit, portrait: Portrait, under: bool = False) -> bool:
        """Is there a piece already? What stands may stand on what lies; what lies may lie under another."""
        for one in (one for found in self.found.values() for one in found):
            other = self.portraits[one.look]
            if bool(other.height) == bool(portrait.height):
                size = min(*portrait.size, *other.size)
                if hypot(match.x - one.x, match.y - one.y) < (UNDER if under else TAKEN) * size:
                    return True
        return False

    def _bases(self, sight: Sight) -> None:
        """Under everything that stands there must be something: what shows of it tells what it is."""
        flat = [look for look in sight.may if not self.portraits[look].height]
        lying = [one for one in self.found[sight.id] if not self.portraits[one.look].height]
        due = [look for look in self.expected.get(sight.id, ()) if look in flat]
        for one in [one for one in self.found[sight.id] if self.portraits[one.look].height]:
            if any(
                hypot(one.x - other.x, one.y - other.y) < min(self.portraits[other.look].size) / 2 for other in lying
            ):
                continue
            below, rival = self._base(one, flat, due)
            apart, shows = (APART_DUE, SHOWS_DUE) if below.look in due else (APART_BASE, SHOWS)
            part, cut = self._under(below)
            self.found[sight.id].append(below)
            self.explained[part] |= cut
            if rival > apart or (cut & self.seen[part]).sum() < shows * cut.sum() or self._bare(below):
                self.doubtful.add(sight.id)

    def _bare(self, match: Fit) -> bool:
        """Is what shows round something more like the empty board than like this face below it?"""
        face, cut, (x, y) = self.faces.shown(match, self.flat.camera)
        part, inner = clipped(x, y, cut.shape[0], self.seen.shape)
        here = cut[inner] & self.seen[part]
        rgb, drawn = self.flat.rgb[part][here], face[inner][here]
        bright = float(np.clip((rgb * drawn).sum() / max((drawn * drawn).sum(), 1.0), *GAIN))
        return bool(here.any()) and float(np.sqrt(((rgb - bright * drawn) ** 2).mean())) > self._empty(part, here)

    def _base(self, stands: Fit, flat: Sequence[Aspect], due: Sequence[Aspect]) -> tuple[Fit, float]:
        """What something stands on, and how far off that is against the next face: just below it, or, if that tells too
        little, where what shows of it fits best."""
        here = stands._replace(look=(due or flat)[0], lean=0.0)
        keeps = KEEPS if due else 1.0
        below, rival = contested(self.flat, here, flat, self.faces, self.seen, keeps)
        if rival <= APART_BASE or (below.look in due and rival <= APART_DUE):
            return below, rival
        search = Search(self.flat, self.seen, self.changed, self.search[False].strange, BASE_SHOWS)
        moved = [bettered(search, here._replace(look=look), self.faces) for look in flat]
        best = min(moved, key=lambda one: one.off)
        if hypot(best.x - stands.x, best.y - stands.y) > SLIPPED:
            return below, rival
        return contested(self.flat, best, flat, self.faces, self.seen)

    # --- what is left ---------------------------------------------------------------------------------------
    def _area(self, box: Box) -> float:
        """mm² of it that are not as on the empty board, nor explained."""
        part = _part(box)
        return float((self.changed[part] & ~self.explained[part]).sum()) / FINE**2

    def _leftovers(self) -> None:
        """Something that is none of the pieces that may lie at a place, or one that is hidden by others."""
        far = np.ones((2 * round(SHADOW * FINE) + 1,) * 2, np.uint8)
        shady = cv2.dilate(self.standing.astype(np.uint8), far).astype(bool)
        lit = ~shady | (self.shadowless > 3 * SHADE**2)
        unknown = (self.changed & ~self.explained & self.seen & lit).astype(np.uint8)
        left = cv2.morphologyEx(unknown, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
        joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((JOINED, JOINED), np.uint8))
        count, which, about, middles = cv2.connectedComponentsWithStats(joined, connectivity=8)
        which = which * left
        pixels = np.bincount(which.ravel(), minlength=count)
        small = {sight.id: min(sight.may, key=self.filled.__getitem__) for sight in self.sights}
        least_of_all = LEFT * min(self.filled[look] for look in small.values()) * (1.0 if self.expected else PALE)
        as_due = {one.id for one in self.sights if self._as_expected(one)}
        known = as_due if self.expected else set(small)
        full = {one.id for one in self.sights if one.id in known and len(self.found[one.id]) >= self._room(one)}
        due = {one.id: LEFT_DUE if one.id in as_due else LEFT for one in self.sights}
        for number in range(1, count):
            area = pixels[number] / FINE**2
            if area < least_of_all or self._shade(which, about[number], number):
                continue
            x, y = middles[number] / FINE
            for sight in self.sights:
                if sight.id in full:
                    continue
                least = small[sight.id]
                box, reach = self._reach(sight, least)
                if area > due[sight.id] * self._telling(sight, least) and beside(box, x, y) <= reach:
                    self.doubtful.add(sight.id)
                    self.like[sight.id] = self._like(sight, self.flat.rgb[which == number])

    def _like(self, sight: Sight, seen: Picture) -> Aspect:
        """The face whose colour is nearest: somebody may play with wood instead of paper."""
        colour = np.median(seen, axis=0)
        return min(sight.may, key=lambda look: float(np.abs(self._colour(look) - colour).sum()))

    def _colour(self, look: Aspect) -> Picture:
        if look not in self._colours:
            portrait = self.portraits[look]
            self._colours[look] = np.median(portrait.rgb[portrait.mask > 0], axis=0)
        return self._colours[look]

    def _shade(self, which: Picture, about: Picture, number: int) -> bool:
        """Is it only the shadow of something: the board itself, but darker?"""
        x, y, w, h = (
            int(about[one]) for one in (cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)
        )
        part = np.s_[y : y + h, x : x + w]
        here = which[part] == number
        seen, drawn = self.flat.rgb[part][here], self.flat.board[part][here]
        dark = float((seen * drawn).sum() / max((drawn * drawn).sum(), 1.0))
        return DARKEST < dark < 1 and float(np.sqrt(((seen - dark * drawn) ** 2).mean())) < SHADE

    def _as_expected(self, sight: Sight) -> bool:
        return Counter(one.look for one in self.found[sight.id]) == Counter(self.expected.get(sight.id, ()))

    def _elsewhere(self) -> set[Aspect]:
        """Faces of which none can be anywhere but where they were surely found; and of single pieces in several colours
        those that are not in play, because nobody has this colour."""
        sure = Counter(one.look for place, found in self.found.items() if place not in self.doubtful for one in found)
        due = {look for looks in self.expected.values() for look in looks}
        in_play = {look.component for look in due}
        shared = {look for sight in self.sights if len(sight.may) > 1 for look in sight.may}
        return {
            look
            for look, copies in self.copies.items()
            if sure[look] >= copies or (copies == 1 and look.component in in_play and look in shared - due)
        }

    def _empty_by_count(self, sight: Sight, elsewhere: set[Aspect]) -> bool:
        """Nothing should be here, and nothing is left that could be: doubts are about something else."""
        if self.found[sight.id] or self.expected.get(sight.id) or not self.expected:
            return False
        return elsewhere.issuperset(sight.may)

    def _reading(self, sight: Sight, elsewhere: set[Aspect]) -> Reading:
        pieces = tuple(self.found[sight.id])
        if self._empty_by_count(sight, elsewhere):
            return Reading(sight, (), True, True)
        part = _part(sight.box)
        seen = bool(pieces) or float(self.seen[part].mean() if self.seen[part].size else 0.0) >= SEEN
        sure = seen and sight.id not in self.doubtful and not self._half_seen(sight, pieces)
        return Reading(sight, pieces, sure, seen, None if sure or pieces else self.like.get(sight.id))

    def _strangers(self, box: Box, missing: Aspect) -> bool:
        """Does something lie there that nobody expects, and that may be what is missing, taken for another?"""
        for place, found in self.found.items():
            for one in found:
                size = min(self.portraits[one.look].size)
                if one.look in self.expected.get(place, ()) or beside(box, one.x, one.y) >= size:
                    continue
                if one.look.component != missing.component:
                    return True
                _, rival = contested(self.flat, one, [missing], self.faces, self.flat.seen, 0.0)
                if rival > APART_BASE or self._fits_too(missing, one):
                    return True
        return False

    def _fits_too(self, look: Aspect, other: Fit) -> bool:
        """Does a face fit nearly as well where another was found, if it may be turned and moved by itself?"""
        if self.portraits[look].height:
            return True
        search = Search(self.flat, self.flat.seen, self.changed, strangeness(self.flat))
        every = lying((look,), self.faces).tried(search, round_about(other.x, other.y, SLIPPED))
        return any(bettered(search, one, self.faces).off < AS_WELL * other.off for one in every[:3])

    def _striking(self, sight: Sight, look: Aspect) -> float:
        """How much of a face differs from the board it should lie on, so that one could not miss it."""
        board, portrait = self.flat.board[_part(sight.box)], self.portraits[look]
        if not board.size:
            return 0.0
        usual = np.median(board.reshape(-1, 3), axis=0)
        unlike = np.abs(portrait.rgb.astype(np.float32) - usual).max(2) > 2 * CHANGED
        return float(unlike[portrait.mask > 0].mean())

    def _middle(self, look: Aspect) -> float:
        """mm² of a face that lie about its place: the ends of a long one lie beyond."""
        short, long = sorted(self.portraits[look].size)
        return self.filled[look] * (1.0 if self.portraits[look].height else short / long)

    def _crowded(self, sight: Sight, pieces: Sequence[Fit], look: Aspect) -> bool:
        """Is there so little room for all that should be there that it may lie under the others?"""
        _, _, w, h = sight.box
        side = min(self.portraits[look].size)
        room = HEAPED if min(w, h) >= HEAP * max(self.portraits[look].size) else ROOM
        covered = max(
            sum(self.filled[one] for one in self.expected.get(sight.id, ())),
            sum(self.filled[one.look] for one in pieces) + self.filled[look],
        )
        return bool(pieces) and covered > room * (w + side) * (h + side)

    def _behind(self, part: tuple[slice, slice], look: Aspect) -> bool:
        """Is so much of the place hidden that it may be there all the same?"""
        return float((~self.seen[part]).sum()) / FINE**2 > HIDDEN * self.filled[look]

    def _half_seen(self, sight: Sight, pieces: Sequence[Fit]) -> bool:
        """Is something missing that may be there all the same, or there that should not be and is hard to make out?
        What nobody expects needs better evidence."""
        due, found = Counter(self.expected.get(sight.id, ())), Counter(one.look for one in pieces)
        for look in due - found:
            box, reach = self._reach(sight, look)
            part = _part(_grown(box, reach))
            if look in self.hardly[sight.id] or self._behind(part, look):
                return True
            if look in self.nearly[sight.id] and not pieces:
                return True
            fewer = (
                sum(one.look.component == look.component for one in pieces)
                < Counter(one.component for one in due.elements())[look.component]
            )
            if fewer and (found[look] or self._crowded(sight, pieces, look)):
                return True
            near = cv2.dilate(self.explained[part].astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)  # shadows
            faint = (self.flat.differs[part] > FAINT) & ~near
            hint = max(HINT, STRIKING * self._striking(sight, look)) * self._middle(look)
            if faint.sum() / FINE**2 > hint or self._strangers(_grown(box, reach), look):
                return True
        return any(one.off > CLEAR and one.look in found - due and one not in self.plain for one in pieces)


def _filled(portrait: Portrait) -> float:
    """mm² of a face; of what stands, as little as one may see of it from above."""
    if portrait.height:
        return portrait.size[0] * (portrait.roof.size[1] if portrait.roof else EDGE)
    return portrait.size[0] * portrait.size[1] * float((portrait.mask > 0).mean())


def _heavy(portrait: Portrait) -> tuple[float, float]:
    """From the middle of a face to the middle of its form; what stands has its foot in the middle."""
    if portrait.height:
        return 0.0, 0.0
    form = cv2.moments(portrait.mask, binaryImage=True)
    high, wide = portrait.mask.shape
    x, y = (form["m10"] / form["m00"] + 0.5) / wide, (form["m01"] / form["m00"] + 0.5) / high
    return (x - 0.5) * portrait.size[0], (y - 0.5) * portrait.size[1]


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def _part(box: Box) -> tuple[slice, slice]:
    x, y, w, h = (round(one * FINE) for one in box)
    return slice(max(0, y), max(0, y + h)), slice(max(0, x), max(0, x + w))


def beside(box: Box, x: float, y: float) -> float:
    """How far a point is from a box."""
    return hypot(max(box[0] - x, 0, x - box[0] - box[2]), max(box[1] - y, 0, y - box[1] - box[3]))
