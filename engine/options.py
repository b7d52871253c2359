"""The values of each house-rule option of part F, one enumeration an option."""

from __future__ import annotations

from enum import StrEnum


class Game(StrEnum):
    """What wins: the high hand, the low hand, both, or the high hand of Sökö."""

    HIGH = "high"
    LOW = "low"
    HILO = "hilo"
    SOKO = "soko"


class DealForm(StrEnum):
    """Which cards lie face down: the first, or the first and the last (R-DEAL-3, R-DEAL-4)."""

    ONE_FOUR = "1-4"
    ONE_THREE_ONE = "1-3-1"


class DeckSize(StrEnum):
    """How many cards are in play; AUTO strips by the number of players (R-DECK-2, R-DECK-3)."""

    FULL = "52"
    FROM_THREES = "48"
    FROM_FOURS = "44"
    FROM_FIVES = "40"
    FROM_SIXES = "36"
    FROM_SEVENS = "32"
    FROM_EIGHTS = "28"
    FROM_NINES = "24"
    AUTO = "auto"


class FlushOverFull(StrEnum):
    """Whether a flush beats a full house; AUTO says yes under 52 cards (R-DECK-6)."""

    AUTO = "auto"
    YES = "yes"
    NO = "no"


class BringInMode(StrEnum):
    """Who must bet first in round 1, if anybody (R-BRING-1)."""

    NONE = "none"
    LOW = "low"
    HIGH = "high"
    BEST = "best"


class BringInTie(StrEnum):
    """What decides between equal up cards for the bring-in (R-BRING-2)."""

    SUIT = "suit"
    POSITION = "position"


class OpenTie(StrEnum):
    """What decides between equal hands showing (R-OPEN-5, R-OPEN-6)."""

    SUIT = "suit"
    POSITION = "position"
    SUIT_HIGH = "suit_high"


class Limit(StrEnum):
    """The betting structure (R-BET-5)."""

    FIXED = "fixed"
    SPREAD = "spread"
    POT = "pot"
    NONE = "none"


class LateRounds(StrEnum):
    """The sizes of rounds 3 and 4 in fixed limit (R-FIX-8)."""

    BIG_ONLY = "big_only"
    FREE = "free"


class CapLift(StrEnum):
    """When heads-up play lifts the cap on raises (R-FIX-7)."""

    START = "start"
    HEADS_UP = "heads_up"
    NEVER = "never"


class MinRaise(StrEnum):
    """Whether a raise must be at least the last one (R-FIX-5, R-SPR-2, R-NL-2)."""

    FULL = "full"
    ANY = "any"


class ShortAllIn(StrEnum):
    """How much of a bet an all-in must be to count as one in fixed and spread limit (R-FIX-9)."""

    HALF = "half"
    FULL = "full"


class OddChip(StrEnum):
    """Who takes the odd chips of a tie (R-ODD-2, R-ODD-4)."""

    SUIT = "suit"
    SUIT_LOW = "suit_low"
    POSITION = "position"


class Show(StrEnum):
    """Who turns up the down cards at a showdown (R-SHOW-4)."""

    WINNERS = "winners"
    ALL = "all"


class LowRank(StrEnum):
    """The ranking of low hands (R-LOW-1 to R-LOW-3)."""

    A5 = "a5"
    A6 = "a6"
    DEUCE_SEVEN = "27"


class Qualifier(StrEnum):
    """What a low hand needs to win its half (R-HILO-2)."""

    NONE = "none"
    EIGHT = "8"


class SokoRank(StrEnum):
    """Where four-straights and four-flushes stand to a pair (R-SOKO-1)."""

    BETWEEN = "between"
    BELOW = "below"


class SokoOpen(StrEnum):
    """Whether four open cards of a four-flush or four-straight count for opening (R-SOKO-6)."""

    FULL = "full"
    PLAIN = "plain"


class Declare(StrEnum):
    """Whether and how players declare high or low (R-DECL-1)."""

    NONE = "none"
    SIMULTANEOUS = "simultaneous"
    SEQUENTIAL = "sequential"


class DeclareFrom(StrEnum):
    """Who declares first in sequence (R-DECL-3)."""

    LAST_RAISER = "last_raiser"
    OPENER = "opener"
    DEALER_LEFT = "dealer_left"


class BothTie(StrEnum):
    """What a tie does to a player who declared both (R-DECL-7)."""

    LOSE = "lose"
    SHARE = "share"


class BothFail(StrEnum):
    """Who gets the pot of a player who failed both (R-DECL-8)."""

    NEXT_BEST = "next_best"


class BuyOrder(StrEnum):
    """Who buys first (R-BUY-2)."""

    DEALER_LEFT = "dealer_left"
    OPENER = "opener"


class BuyBet(StrEnum):
    """Whether a betting round follows each of two buys (R-BUY-5)."""

    AFTER_EACH = "after_each"
    AFTER_LAST = "after_last"


class Choice(StrEnum):
    """Who picks the game, and for how long (R-CHOICE-1)."""

    NONE = "none"
    HAND = "hand"
    ORBIT = "orbit"
    FIXED = "fixed"
