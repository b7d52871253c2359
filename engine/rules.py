"""House rules: one frozen record of every option of part F, refused as a whole when unplayable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from engine.errors import Fault, RefusedRules
from engine.options import (
    BothFail,
    BothTie,
    BringInMode,
    BringInTie,
    BuyBet,
    BuyOrder,
    CapLift,
    Choice,
    DealForm,
    DeckSize,
    Declare,
    DeclareFrom,
    FlushOverFull,
    Game,
    LateRounds,
    Limit,
    LowRank,
    MinRaise,
    OddChip,
    OpenTie,
    Qualifier,
    ShortAllIn,
    Show,
    SokoOpen,
    SokoRank,
)

MOST_CHIPS: Final = 1_000_000_000
"""The largest amount a rule may name, in chips: sums of a table's chips stay far inside 64 bits."""

MOST_SEATS: Final = 10
"""The largest number of players dealt in (R-TABLE-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The options of one game, amounts in chips; raises RefusedRules with every fault at once."""

    game: Game = Game.HIGH
    deal: DealForm = DealForm.ONE_FOUR
    deck: DeckSize = DeckSize.FULL
    low_straight: bool = True
    flush_over_full: FlushOverFull = FlushOverFull.AUTO
    burn: bool = True
    ante: int = 0
    bring_in_mode: BringInMode = BringInMode.NONE
    bring_in: int = 0
    bring_in_tie: BringInTie = BringInTie.SUIT
    open_tie: OpenTie = OpenTie.SUIT
    limit: Limit = Limit.FIXED
    small: int = 0
    big: int = 0
    spread_min: int = 0
    spread_max: int = 0
    spread_max_late: int = 0
    min_bet: int = 0
    open_pair_big: bool = True
    late_rounds: LateRounds = LateRounds.BIG_ONLY
    raise_cap: int = 3
    cap_lift: CapLift = CapLift.START
    min_raise: MinRaise = MinRaise.FULL
    short_all_in: ShortAllIn = ShortAllIn.HALF
    odd_chip: OddChip = OddChip.SUIT
    show: Show = Show.WINNERS
    all_in_show: bool = True
    low_rank: LowRank = LowRank.A5
    qualifier: Qualifier = Qualifier.NONE
    soko_rank: SokoRank = SokoRank.BETWEEN
    soko_open: SokoOpen = SokoOpen.FULL
    declare: Declare = Declare.NONE
    declare_from: DeclareFrom = DeclareFrom.LAST_RAISER
    both: bool = False
    both_tie: BothTie = BothTie.LOSE
    both_fail: BothFail = BothFail.NEXT_BEST
    buy: Literal[0, 1, 2] = 0
    buy_price: tuple[int, ...] = ()
    buy_order: BuyOrder = BuyOrder.DEALER_LEFT
    buy_bet: BuyBet = BuyBet.AFTER_EACH
    choice: Choice = Choice.NONE
    choice_scale: int = 1
    clock: int = 60
    chip_unit: int = 1

    def __post_init__(self) -> None:
        faults = tuple(_faults(self))
        if faults:
            raise RefusedRules(faults)

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> HouseRules:
        """Read options by name as the notation's `_rules` holds them (yes and no as booleans).

        Raises RefusedRules naming every unknown option, unknown value and refused combination.
        """
        values, unread = _read(options)
        try:
            rules = cls(**values)
        except RefusedRules as error:
            names = {fault.option for fault in unread}
            sure = [one for one in error.faults if names.isdisjoint((one.option, *one.others))]
            raise RefusedRules((*unread, *sure)) from None
        if unread:
            raise RefusedRules(tuple(unread))
        return rules

    def to_options(self) -> dict[str, bool | int | str | list[int]]:
        """Write the options that differ from their defaults, as `from_options` reads them."""
        written: dict[str, bool | int | str | list[int]] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value == field.default:
                continue
            if value in (FlushOverFull.YES, FlushOverFull.NO):
                written[field.name] = value is FlushOverFull.YES
            elif isinstance(value, StrEnum):
                text = str(value)
                written[field.name] = (
                    int(text) if field.name in _NUMERIC and text.isdigit() else text
                )
            elif isinstance(value, tuple):
                written[field.name] = list(value)
            else:
                written[field.name] = value
        return written

    @property
    def least_bet(self) -> int:
        """Return the smallest first bet of pot and no limit, in chips (R-POT-1)."""
        return self.min_bet or self.bring_in or self.ante

    @property
    def late_spread_max(self) -> int:
        """Return the largest spread-limit bet of rounds 3 and later, in chips (R-SPR-1)."""
        return self.spread_max_late or self.spread_max

    @property
    def prices(self) -> tuple[int, ...]:
        """Return what a new card costs in each buy round, in chips (R-BUY-4, R-BUY-5)."""
        return _prices_of(self)[: self.buy]

    def scaled(self, times: int) -> HouseRules:
        """Return the rules with every amount so many times as large (R-CHOICE-1).

        Raises RefusedRules where an amount becomes larger than a rule may name.
        """
        amounts = {name: times * getattr(self, name) for name in _AMOUNTS}
        prices = tuple(times * price for price in self.buy_price)
        return replace(self, **amounts, buy_price=prices)


_NUMERIC: Final = frozenset({"deck", "qualifier"})
_AMOUNTS: Final = (
    "ante",
    "bring_in",
    "small",
    "big",
    "spread_min",
    "spread_max",
    "spread_max_late",
    "min_bet",
)


def _faults(rules: HouseRules) -> Iterator[Fault]:
    yield from _amount_faults(rules)
    yield from _opening_faults(rules)
    yield from _limit_faults(rules)
    yield from _game_faults(rules)


def _clash(option: str, reason: str, *others: str) -> Fault:
    return Fault(option, reason, others=others)


def _amount_faults(rules: HouseRules) -> Iterator[Fault]:
    for name in _AMOUNTS:
        amount = getattr(rules, name)
        if not 0 <= amount <= MOST_CHIPS:
            yield Fault(name, "must be from 0 to {most} chips", (("most", MOST_CHIPS),))
    for price in rules.buy_price:
        if not 1 <= price <= MOST_CHIPS:
            yield Fault("buy_price", "must be from 1 to {most} chips", (("most", MOST_CHIPS),))
    if not 0 <= rules.raise_cap <= 100:
        yield Fault("raise_cap", "must be from 0 (no cap) to 100")
    if not 1 <= rules.choice_scale <= 1_000_000:
        yield Fault("choice_scale", "must be from 1 to 1,000,000")
    if not 0 <= rules.clock <= 3600:
        yield Fault("clock", "must be from 0 (no clock) to 3,600 seconds")
    if not 1 <= rules.chip_unit <= MOST_CHIPS:
        yield Fault("chip_unit", "must be from 1 to {most} chips", (("most", MOST_CHIPS),))
    else:
        yield from _unit_faults(rules)


def _unit_faults(rules: HouseRules) -> Iterator[Fault]:
    unit = (("unit", rules.chip_unit),)
    reason = "must be a whole number of chips of {unit} (R-TABLE-2)"
    for name in _AMOUNTS:
        if getattr(rules, name) % rules.chip_unit:
            yield Fault(name, reason, unit, others=("chip_unit",))
    if any(price % rules.chip_unit for price in rules.buy_price):
        yield Fault("buy_price", reason, unit, others=("chip_unit",))


def _opening_faults(rules: HouseRules) -> Iterator[Fault]:
    if rules.ante == 0 and rules.bring_in == 0:
        yield _clash("ante", "ante and bring-in must not both be 0 (R-ANTE-2)", "bring_in")
    if rules.bring_in_mode is BringInMode.NONE and rules.bring_in:
        yield _clash(
            "bring_in", "must be 0 where bring_in_mode is none (R-ANTE-2)", "bring_in_mode"
        )
    if rules.bring_in_mode is not BringInMode.NONE and not rules.bring_in:
        yield _clash(
            "bring_in", "must be positive where somebody brings in (R-BRING-1)", "bring_in_mode"
        )
    if rules.bring_in_mode is BringInMode.LOW and rules.game is Game.LOW:
        yield _clash("bring_in_mode", "low is refused in a low game (R-BRING-2)", "game")


def _limit_faults(rules: HouseRules) -> Iterator[Fault]:
    match rules.limit:
        case Limit.FIXED:
            yield from _fixed_faults(rules)
        case Limit.SPREAD:
            yield from _spread_faults(rules)
        case Limit.POT | Limit.NONE:
            if rules.min_bet and rules.min_bet < rules.bring_in:
                yield _clash(
                    "min_bet", "must not be below the bring-in (R-POT-1)", "bring_in", "limit"
                )


def _fixed_faults(rules: HouseRules) -> Iterator[Fault]:
    if rules.small < 1:
        yield _clash("small", "must be given in fixed limit (R-FIX-1)", "limit")
    if rules.big < max(1, rules.small):
        yield _clash(
            "big", "must be at least the small bet in fixed limit (R-FIX-1)", "small", "limit"
        )
    if rules.small and rules.bring_in > rules.small:
        yield _clash("bring_in", "must not be above the small bet (R-BRING-10)", "small", "limit")


def _spread_faults(rules: HouseRules) -> Iterator[Fault]:
    if rules.spread_min < 1:
        yield _clash("spread_min", "must be given in spread limit (R-SPR-1)", "limit")
    if rules.spread_max < max(1, rules.spread_min):
        yield _clash(
            "spread_max",
            "must be at least spread_min in spread limit (R-SPR-1)",
            "spread_min",
            "limit",
        )
    if rules.spread_max and rules.bring_in > rules.spread_max:
        yield _clash("bring_in", "must not be above spread_max (R-SPR-1)", "spread_max", "limit")
    if rules.spread_max_late and rules.spread_max_late < rules.spread_max:
        yield _clash(
            "spread_max_late", "must not be below spread_max (R-SPR-1)", "spread_max", "limit"
        )


def _game_faults(rules: HouseRules) -> Iterator[Fault]:
    if rules.game is not Game.HIGH and rules.deck is not DeckSize.FULL:
        yield _clash("deck", "this game needs 52 cards (R-DECK-7)", "game")
    if rules.flush_over_full is not FlushOverFull.AUTO and rules.game in (Game.LOW, Game.SOKO):
        yield _clash("flush_over_full", "must be auto in low games and Sökö (R-DECK-6)", "game")
    if rules.qualifier is Qualifier.EIGHT:
        yield from _qualifier_faults(rules)
    if rules.declare is not Declare.NONE and rules.game is not Game.HILO:
        yield _clash("declare", "is for high-low games alone (R-DECL-1)", "game")
    if rules.both and rules.declare is Declare.NONE:
        yield _clash("both", "needs a declaration (R-DECL-4)", "declare")
    yield from _buy_faults(rules)


def _qualifier_faults(rules: HouseRules) -> Iterator[Fault]:
    if rules.game is not Game.HILO:
        yield _clash("qualifier", "8 is for high-low games alone (R-LOW-4)", "game")
    if rules.low_rank is not LowRank.A5:
        yield _clash("qualifier", "8 needs low_rank a5 (R-LOW-4)", "low_rank")
    if rules.declare is not Declare.NONE:
        yield _clash("qualifier", "8 and a declaration exclude each other (R-DECL-12)", "declare")


def _prices_of(rules: HouseRules) -> tuple[int, ...]:
    """Return the prices given, for each other one or two big bets where there are such.

    R-BUY-4, R-BUY-5.
    """
    usual = (rules.big, 2 * rules.big) if rules.big else ()
    return (*rules.buy_price, *usual[len(rules.buy_price) :])


def _buy_faults(rules: HouseRules) -> Iterator[Fault]:
    prices = _prices_of(rules)
    if rules.buy and len(prices) < rules.buy:
        yield _clash("buy_price", "a buy needs its price (R-BUY-4)", "buy", "big")
    elif len(prices) > 1 and prices[1] <= prices[0]:
        yield _clash(
            "buy_price", "the second price must be above the first (R-BUY-5)", "buy", "big"
        )
    if len(rules.buy_price) > 2:
        yield Fault("buy_price", "holds two prices at most (R-BUY-5)")


def _read(options: Mapping[str, object]) -> tuple[dict[str, Any], list[Fault]]:
    kinds = _kinds()
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, raw in options.items():
        if name not in kinds:
            faults.append(Fault(name, "is not an option"))
            continue
        try:
            values[name] = _value(kinds[name], raw)
        except ValueError as error:
            faults.append(Fault(name, "{why}", (("why", str(error)),)))
    return values, faults


@cache
def _kinds() -> dict[str, Any]:
    """Return what kind each option is; reckoned once, as a list of games has hundreds of them."""
    return get_type_hints(HouseRules)


def _value(kind: Any, raw: object) -> object:
    """Turn one raw option into its kind; raise ValueError saying what is meant."""
    if kind is bool:
        if isinstance(raw, bool):
            return raw
        raise ValueError("is neither true nor false")
    if isinstance(raw, bool):
        if kind is FlushOverFull:
            return FlushOverFull.YES if raw else FlushOverFull.NO
        raise ValueError("true and false are none of its values")
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _choice(kind, raw)
    if get_origin(kind) is tuple:
        return _prices(raw)
    if not isinstance(raw, int):
        raise ValueError("is not a whole number")
    if get_origin(kind) is Literal and raw not in get_args(kind):
        raise ValueError(f"is not one of {', '.join(map(str, get_args(kind)))}")
    return raw


def _choice(kind: type[StrEnum], raw: object) -> StrEnum:
    named = {str(one): one for one in kind}
    text = str(raw) if isinstance(raw, int) and 0 <= raw <= 99 else raw
    if isinstance(text, str) and text in named:
        return named[text]
    raise ValueError(f"is not one of {', '.join(kind)}")


def _prices(raw: object) -> tuple[int, ...]:
    if isinstance(raw, list | tuple) and all(type(one) is int for one in raw):
        return tuple(raw)
    raise ValueError("is not a list of whole numbers")
