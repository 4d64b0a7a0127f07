"""Card sprites: each moves towards its slot, in flights or on springs.

They hold poses, faces and times only; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from game.ui.kit.flourish import arch, eased, fading, mix, smooth
from game.ui.table.motion.layout import STOCK, Pose, Slot, Zone

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.table.motion.picture import Picture


@dataclass(slots=True)
class Spring:
    """A number that follows its goal like a damped spring."""

    STIFFNESS = 19.0
    """The stiffness of the springs by which cards follow their slots, per second."""
    DAMPING = 0.72
    """The damping ratio; below 1, a card overshoots slightly."""

    value: float
    speed: float = 0.0

    def follow(self, goal: float, dt: float) -> bool:
        """Advance by ``dt`` seconds; False once the number rests at the goal."""
        while dt > 1e-9:
            step = min(dt, 1 / 120)  # seconds
            pull = (
                self.STIFFNESS**2 * (goal - self.value)
                - 2 * self.DAMPING * self.STIFFNESS * self.speed
            )
            self.speed += pull * step
            self.value += self.speed * step
            dt -= step
        if abs(self.value - goal) < 0.25 and abs(self.speed) < 6.0:
            self.rest(goal)
            return False
        return True

    def rest(self, goal: float) -> None:
        """Jump to the goal."""
        self.value, self.speed = goal, 0.0


_FLIP_FROM, _FLIP_TO = 0.25, 0.8  # the share of a flight during which a card turns over

SWEEP, _SWEEP_SPREAD = 0.32, 0.1
"""Seconds in which all cards are gathered, and between the first and the last that starts."""

Places = Callable[[Slot], Pose]


# The largest tilt in degrees, and offset in design pixels, of cards as they land.
_STREWN: Final = {Zone.PILE: (6.0, 3.0), Zone.SPREAD: (0.0, 1.5), Zone.HAND: (0.0, 1.5)}


def strewn(pose: Pose, slot: Slot, unit: float) -> Pose:
    """Return the pose in which a card lands: slightly off its place, but fixed for each slot.

    ``unit`` is the pixels of a design pixel. Nobody lays cards down like a machine.
    """
    if slot.zone not in _STREWN:
        return pose
    (turn, aside), (across, down, angle) = _STREWN[slot.zone], _miss(slot)
    return Pose(
        pose.x + across * aside * unit,
        pose.y + down * aside * unit,
        pose.height,
        pose.angle + angle * turn,
    )


@lru_cache(maxsize=256)
def _miss(slot: Slot) -> tuple[float, float, float]:
    return _chance(slot, "across"), _chance(slot, "down"), _chance(slot, "angle")


def _chance(slot: Slot, way: str) -> float:
    """Return a pseudo-random number from -1 to 1 that is fixed for each slot."""
    return crc32(f"{slot.zone} {slot.owner} {slot.place} {way}".encode()) % 2001 / 1000 - 1


@dataclass(slots=True)
class Flight:
    """The flight of a card: its start, its face on arrival, and its seconds."""

    start: Pose
    span: float
    face: Card | None
    turns: bool
    passed: float = 0.0
    bend: float = 1.0
    """The sideways bend of the flight, as a factor of the default."""

    @property
    def part(self) -> float:
        """The share of the flight that is done, 0 to 1; ``passed`` may begin below 0."""
        return min(max(self.passed / self.span, 0.0), 1.0) if self.span > 0 else 1.0


@dataclass(slots=True, eq=False)
class Sprite:
    """A card as it is drawn."""

    _LEAN_MOST = 9.0  # degrees

    face: Card | None
    goal: Pose
    x: Spring = field(init=False)
    y: Spring = field(init=False)
    height: float = field(init=False)
    angle: float = field(init=False)
    lift: float = 0.0
    """The height of the card above the table, 0 to 1."""
    raised: float = 0.0
    """The lift that a hovered or held card approaches."""
    turn: float = 1.0
    """How far the card is turned: 1 lies flat; below, it is turning over and drawn narrower."""
    flight: Flight | None = None
    is_waiting: bool = False
    """Whether the card's beat has yet to begin; until then it does not move."""
    is_hidden: bool = False
    is_held: bool = False
    """Whether the pointer drags the card."""

    def __post_init__(self) -> None:
        self.x, self.y = Spring(self.goal.x), Spring(self.goal.y)
        self.height, self.angle = self.goal.height, self.goal.angle

    @property
    def pose(self) -> Pose:
        return Pose(self.x.value, self.y.value, self.height, self.angle)

    @property
    def is_flying(self) -> bool:
        return self.flight is not None

    @property
    def is_still(self) -> bool:
        """Whether the card lies at its goal and nothing moves it."""
        goal, x, y = self.goal, self.x, self.y
        return (
            not (self.flight or self.is_held or self.is_waiting)
            and x.value == goal.x
            and y.value == goal.y
            and self.height == goal.height
            and self.angle == goal.angle
            and x.speed == y.speed == 0.0
            and self.lift == self.raised
        )

    def put(self, at: Pose) -> None:
        """Move the sprite to a pose at once."""
        self.x.rest(at.x)
        self.y.rest(at.y)
        self.height, self.angle = at.height, at.angle

    def rest(self) -> None:
        """Move the sprite to its goal at once."""
        if self.flight is not None:
            self.face = self.flight.face
        self.flight, self.is_waiting, self.is_hidden = None, False, False
        self.x.rest(self.goal.x)
        self.y.rest(self.goal.y)
        self.height, self.angle, self.turn = self.goal.height, self.goal.angle, 1.0
        self.lift = self.raised

    def jump(self) -> bool:
        """Jump to the goal; True if the sprite was not there or is held."""
        if self.is_waiting:
            return False
        before = self.pose, self.lift, self.flight
        self.rest()
        return self.is_held or before != (self.pose, self.lift, None)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; False once the sprite lies still."""
        if self.is_waiting:
            return False
        if self.flight is not None:
            self._fly(self.flight, dt)
            return True
        return not self.is_still and self._follow(dt)

    def _fly(self, flight: Flight, dt: float) -> None:
        flight.passed += dt
        part = flight.part
        start, goal = flight.start, self.goal
        way = eased(part)
        bow = arch(part) * 0.10 * flight.bend  # sideways, as a share of the distance
        across, down = goal.x - start.x, goal.y - start.y
        self.x.rest(mix(start.x, goal.x, way) - down * bow)
        self.y.rest(mix(start.y, goal.y, way) + across * bow)
        self.height = mix(start.height, goal.height, smooth(part))
        lean = max(-self._LEAN_MOST, min(self._LEAN_MOST, -across * 0.03)) * arch(part)
        self.angle = mix(start.angle, goal.angle, smooth(part)) + lean
        self.lift = arch(part) if start != goal else arch(part) * 0.5
        if flight.turns:
            self._turn_over(flight)
        if part >= 1.0:
            self.rest()

    def _turn_over(self, flight: Flight) -> None:
        part = (flight.part - _FLIP_FROM) / (_FLIP_TO - _FLIP_FROM)
        part = min(max(part, 0.0), 1.0)
        self.turn = max(abs(1 - 2 * smooth(part)), 0.04)
        if part >= 0.5:
            self.face = flight.face

    def _follow(self, dt: float) -> bool:
        before = self.x.value
        moves = self.x.follow(self.goal.x, dt)
        moves |= self.y.follow(self.goal.y, dt)
        lean = 0.0
        if self.is_held and dt > 0:
            lean = max(-self._LEAN_MOST, min(self._LEAN_MOST, (before - self.x.value) / dt * 0.008))
        moves |= self._ease(self.goal.angle + lean, dt)
        return moves or self.is_held

    def _ease(self, angle: float, dt: float) -> bool:
        """Bring height, angle and lift closer to their goals."""
        self.height = _near(fading(self.height, self.goal.height, 18, dt), self.goal.height, 0.3)
        self.angle = _near(fading(self.angle, angle, 18, dt), angle, 0.05)
        self.lift = _near(fading(self.lift, self.raised, 20, dt), self.raised, 0.01)
        still = (self.height, self.angle, self.lift) == (self.goal.height, angle, self.raised)
        return not still


def _near(value: float, goal: float, least: float) -> float:
    return goal if abs(value - goal) < least else value


class Sprites:
    """The sprites of all cards that are drawn individually, by their slots."""

    def __init__(self) -> None:
        self.by_slot: dict[Slot, Sprite] = {}
        self.leaving: list[Sprite] = []
        """Covered cards of the pile, drawn until the card above has landed."""
        self.departing: list[Sprite] = []
        """Cards leaving the table."""
        self.revision = 0
        """A counter that grows whenever cards may look different without having moved."""
        self.are_moving = False
        self.is_calm = False
        """Whether cards jump to their places (reduced motion)."""

    def __iter__(self) -> Iterator[tuple[Slot, Sprite]]:
        return iter(self.by_slot.items())

    def set_up(self, lying: Picture, places: Places) -> None:
        """Start over with every card in its place."""
        self._clear()
        self.by_slot = {slot: Sprite(face, places(slot)) for slot, face in lying.items()}

    def gather(self, lying: Picture, places: Places) -> None:
        """Start over with every card in the stock, about to be dealt."""
        self._clear()
        self.by_slot = {
            slot: Sprite(None, places(slot), is_waiting=True, is_hidden=True) for slot in lying
        }
        for sprite in self.by_slot.values():
            sprite.put(places(STOCK))

    def _clear(self) -> None:
        self.leaving.clear()
        self.departing.clear()
        self.revision += 1

    def change(self, lying: Picture, moved: Mapping[Slot, Slot], travels: set[Slot]) -> None:
        """Assign every card its new slot.

        ``moved`` maps old slots to new ones; cards bound for ``travels`` wait for their beat. A
        card without an old slot comes from the stock.
        """
        self.revision += 1
        old, self.by_slot = self.by_slot, {}
        for source, target in moved.items():
            if source in old:
                self.by_slot[target] = old.pop(source)
        self.leaving += [sprite for slot, sprite in old.items() if slot.zone is Zone.PILE]
        for slot, face in lying.items():
            if slot not in self.by_slot:
                self.by_slot[slot] = Sprite(face, Pose(0, 0, 1))
                self.by_slot[slot].is_hidden = slot in travels
        for slot in travels:
            self.by_slot[slot].is_waiting = True

    def aim(self, places: Places, *, at_once: bool = False) -> None:
        """Set each card's goal to its slot's current place, except for dragged cards."""
        self.revision += 1
        self.are_moving = True
        for slot, sprite in self.by_slot.items():
            if sprite.is_held:
                continue
            is_new = sprite.goal.height == 1
            sprite.goal = places(slot)
            if at_once or (not sprite.is_waiting and (is_new or self.is_calm)):
                sprite.rest()
            elif is_new:
                sprite.put(places(STOCK))

    def lift(self, hovered: Sprite | None) -> None:
        """Raise the hovered card slightly, and lower all others."""
        for sprite in self.by_slot.values():
            if not sprite.is_held:
                is_hovered = sprite is hovered and not self.is_calm
                sprite.raised = 0.35 if is_hovered else 0.0  # of the lift of a held card

    def push(self, slots: Sequence[Slot], speed: float) -> None:
        """Give cards a vertical speed, in pixels a second."""
        for slot in slots:
            self.by_slot[slot].y.speed += speed
        self.are_moving = True

    def fly(self, target: Slot, face: Card | None, span: float) -> None:
        """Start the flight of a card, or turn it over if it is already in place."""
        sprite = self.by_slot.get(target)
        if sprite is None:
            return
        sprite.is_waiting = sprite.is_hidden = False
        self.are_moving = True
        sprite.raised = 0.0
        bend = 1 + 0.6 * _chance(target, "flight")
        sprite.flight = Flight(sprite.pose, span, face, sprite.face != face, bend=bend)
        if span <= 0 or self.is_calm:
            sprite.rest()
            self.revision += 1

    def depart(self, slots: Sequence[Slot], away: Pose, span: float) -> None:
        """Move cards off the table, face down."""
        for slot in slots:
            sprite = self.by_slot.pop(slot)
            sprite.goal = away
            sprite.is_waiting = sprite.is_hidden = False
            sprite.flight = Flight(sprite.pose, span, None, turns=True)
            if span > 0 and not self.is_calm:
                self.departing.append(sprite)
        self.revision += 1
        self.are_moving = True

    def sweep(self, cards: Sequence[Sprite], home: Pose) -> None:
        """Gather the cards on the table into one pack, face down, within `SWEEP` seconds."""
        for place, sprite in enumerate(cards):
            sprite.rest()
            sprite.goal = home
            wait = _SWEEP_SPREAD * place / max(1, len(cards) - 1)
            turns = sprite.face is not None
            sprite.flight = Flight(sprite.pose, SWEEP - _SWEEP_SPREAD, None, turns, -wait)
        self.departing += cards
        self.are_moving = True

    def update(self, dt: float) -> bool:
        """Advance every card by ``dt`` seconds; False once all have been lying still."""
        were_moving, moves = self.are_moving, bool(self.departing)
        for sprite in self.departing:
            sprite.update(dt)
        self.departing = [sprite for sprite in self.departing if sprite.is_flying]
        for sprite in self.by_slot.values():
            moves |= sprite.jump() if self.is_calm else sprite.update(dt)
        if self.leaving and not any(s.is_flying or s.is_waiting for s in self.by_slot.values()):
            self.leaving.clear()
            moves = True
        self.are_moving = moves
        return moves or were_moving  # the last step moves a card too

    def finish(self) -> None:
        """Move every card to its goal at once."""
        self._clear()
        self.are_moving = False
        for sprite in self.by_slot.values():
            sprite.rest()


# -- the riffle: two halves of the pack released card by card, then a cut --------------------------


_APART, _RIFFLED = 0.2, 0.68
"""Shares of the riffle at which the halves are apart, and joined; the rest is the cut."""


@dataclass(slots=True)
class Riffle:
    """The shuffle of the whole pack at the stock's place, ``span`` seconds long."""

    _FALL = 0.1
    """The share of the riffle that a card takes to fall."""
    _PACKET = 14
    """The number of card backs drawn for the pack."""

    span: float
    age: float = 0.0

    @property
    def is_over(self) -> bool:
        return self.age >= self.span

    def poses(self, home: Pose, step: float) -> list[Pose]:
        """Return the poses of the backs, bottom to top, each ``step`` pixels above the last."""
        part = min(self.age / self.span, 1.0) if self.span > 0 else 1.0
        if part >= _RIFFLED:
            return self._cut_pack(home, step, (part - _RIFFLED) / (1 - _RIFFLED))
        waiting: list[Pose] = []
        fallen: list[Pose] = []
        apart = smooth(part / _APART)
        for card in range(self._PACKET):
            side = -1 if card % 2 else 1
            begins = _APART + (_RIFFLED - _APART - self._FALL) * card / self._PACKET
            fall = smooth((part - begins) / self._FALL)
            off = side * (1 - fall) * apart
            height = mix(card // 2, card, fall) if apart else card
            bow = arch(fall) * home.height * 0.08
            pose = Pose(
                home.x + off * 0.56 * home.width,
                home.y - height * step - bow,
                home.height,
                round(-off * 8.0),
            )
            (fallen if fall >= 1.0 else waiting).append(pose)
        return fallen + waiting

    @staticmethod
    def _cut_pack(home: Pose, step: float, part: float) -> list[Pose]:
        """Return the poses as the upper half moves aside and below the other."""
        half, aside = Riffle._PACKET // 2, arch(part) * 1.06 * home.width
        is_below = part >= 0.5
        stays = [home.moved(0, -step * (card + is_below * half)) for card in range(half)]
        goes = [home.moved(aside, -step * (card + (not is_below) * half)) for card in range(half)]
        return goes + stays if is_below else stays + goes
