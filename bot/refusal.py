"""What the room refuses; nothing has changed when it does."""

from __future__ import annotations

from enum import StrEnum


class No(StrEnum):
    """The reasons the room refuses for; the numbers that come with each are given behind it."""

    NO_TABLE = "no table here"
    TABLE_EXISTS = "a table is open in this channel"
    TABLE_CLOSING = "the table is closed"
    TABLE_PAUSED = "the table is paused"
    TABLE_UNSEEN = "the table cannot be shown"  # when it closes, in seconds since 1970
    TABLE_FULL = "the table is full"  # the most players it seats
    ALREADY_SEATED = "seated already"
    NOT_SEATED = "not seated here"
    SEAT_KEPT = "the free seats are kept"
    SEAT_FREE = "there is a free seat"
    ALREADY_WAITING = "waiting already"  # the place in the queue
    LET_LAPSE = "a kept seat was not taken"  # from when he may wait again, in seconds since 1970
    QUEUE_FULL = "too many wait"  # the most who may
    NOT_HERE = "somebody who is not at the table"
    STILL_SEATED = "seated at a table"  # at how many
    TOO_LATE = "asked too long ago"
    SITTING_OUT = "sitting out already"
    NOT_SITTING_OUT = "not sitting out"
    BUY_IN_TOO_SMALL = "below the least buy-in"  # the least amount
    BUY_IN_TOO_BIG = "above the most buy-in"  # the most that can be added; 0: nothing
    ODD_BUY_IN = "no whole number of the table's chips"  # the smallest chip
    ODD_AND_FULL = "an odd stack that is as large as may be"  # the smallest chip, the most buy-in
    NOT_ENOUGH_CHIPS = "not enough chips"  # the balance
    TOO_POOR = "too few chips for the least buy-in"  # that, and the balance
    TOO_FEW_PLAYERS = "too few players ready"
    HAND_RUNNING = "a hand is running"
    CHOOSING = "the dealer is choosing"
    NO_CHOICE = "nobody is choosing"
    NOT_THE_DEALER = "not his to choose"
    TOO_FEW_CARDS = "too many players for the game"  # the most for its deck, and the players ready
    ODD_STACKS = "a stack is no whole number of the game's chips"  # the smallest chip
    TOO_MANY_PLAYERS = "too many players for every game"  # the most, the ready, and those too many
    NO_GAME = "no game can be dealt to the players"
    NO_HAND = "no hand is running"
    STALE = "the moment has passed"
    NOT_YOUR_HAND = "not dealt in"
    STILL_IN_HAND = "the hand he left still runs"
    DOUBLED = "taken already"
    BAD_LIMITS = "limits that exclude each other"  # the most that a limit may be
    BAD_CLOCK = "a clock out of range"  # the longest clock in seconds
    NO_DAILY = "no daily chips"
    DAILY_TOO_SOON = "forgotten today"  # when daily chips can be had, in seconds since 1970
    DAILY_TAKEN = "daily chips had already"  # when the next are due, in seconds since 1970
    NO_TRANSFERS = "members give nothing here"
    TO_ONESELF = "to oneself"
    TO_A_BOT = "to a bot"
    TO_A_STRANGER = "to who is no member"
    TOO_GENEROUS = "more than may be given away a day"  # what is left of today, and the cap
    BAD_AMOUNT = "no amount"  # the most
    BAD_REASON = "no reason"  # the most characters
    NO_ACCOUNT = "he has no account"
    TOO_MUCH_TO_TAKE = "more than his balance"  # his balance
    STILL_STARTING = "the room is starting or stopping"


class Refusal(Exception):
    """The room's fault: `code` says why not, `numbers` (chips or seats) fill its words."""

    def __init__(self, code: No, *numbers: int) -> None:
        super().__init__(code.value, *numbers)
        self.code = code
        self.numbers = numbers


def no_hand(*, choosing: bool) -> Refusal:
    """Return why nothing can be done in a hand: none runs, or the game of the next is chosen."""
    return Refusal(No.CHOOSING if choosing else No.NO_HAND)
