"""What each option and each setting is about, in a few words: for menus, forms and lists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bot.words import _


def option_words(name: str) -> str:
    """Return what an option of a game is about."""
    return _options()[name]


def value_words(name: str, value: str) -> str:
    """Return what a value of an option means, "" for an amount and where the value says it."""
    return _values().get((name, value), "")


def setting_words(name: str) -> str:
    """Return what a setting of the room is about."""
    return _settings()[name]


@lru_cache(maxsize=1)
def _settings() -> Mapping[str, str]:
    return {
        "min_buy_in": _("the fewest chips to sit down with"),
        "max_buy_in": _("the most chips to sit down with"),
        "clock": _("seconds a turn, 0 for no clock"),
        "ping": _("call a slow player once, yes or no"),
        "seats": _("the most players at a table, 2 to 10"),
        "pause": _("seconds between two hands"),
        "misses": _("turns missed in a row before one sits out, 0 for never"),
        "starting_chips": _("what a new member begins with"),
        "daily_chips": _("what /chips daily gives, 0 for nothing"),
        "transfers": _("members may give chips to each other, yes or no"),
        "transfer_cap": _("the most one may give away in a day"),
        "channels": _("where tables may be opened"),
        "manager": _("the role that may manage the tables"),
        "game": _("what /table open opens"),
        "games": _("what dealers choose from"),
    }


@lru_cache(maxsize=1)
def _options() -> Mapping[str, str]:
    return {
        "game": _("what wins the pot"),
        "deal": _("which cards lie down"),
        "deck": _("how many cards the deck has"),
        "low_straight": _("the ace below the lowest card of a short deck makes a straight"),
        "flush_over_full": _("a flush beats a full house"),
        "burn": _("a card is burned before each round"),
        "ante": _("chips from each player before the cards"),
        "bring_in_mode": _("who has to bet first"),
        "bring_in": _("chips of the forced first bet"),
        "bring_in_tie": _("who brings in between equal cards"),
        "open_tie": _("who opens between equal hands showing"),
        "limit": _("how much may be bet"),
        "small": _("the small bet of fixed limit"),
        "big": _("the big bet of fixed limit"),
        "spread_min": _("the least bet of spread limit"),
        "spread_max": _("the most of spread limit"),
        "spread_max_late": _("the most of spread limit from round 3, 0 for the same"),
        "min_bet": _("the least bet of pot and no limit, 0 for the bring-in"),
        "open_pair_big": _("an open pair allows the big bet in round 2"),
        "late_rounds": _("the sizes of bets in rounds 3 and 4"),
        "raise_cap": _("how many raises a round, 0 for no cap"),
        "cap_lift": _("when two players alone have no cap"),
        "min_raise": _("how large a raise must be"),
        "short_all_in": _("when an all-in counts as a bet"),
        "odd_chip": _("who takes the odd chip of a tie"),
        "show": _("who shows at the showdown"),
        "all_in_show": _("cards are turned up once nothing is left to decide"),
        "low_rank": _("which low hand is best"),
        "qualifier": _("what a low hand needs to win its half"),
        "soko_rank": _("where four to a straight or flush stand"),
        "soko_open": _("four open cards to a flush count for opening"),
        "declare": _("whether high or low is declared"),
        "declare_from": _("who declares first in turn"),
        "both": _("one may declare both ways"),
        "both_tie": _("what a tie does to who declared both"),
        "both_fail": _("who gets the pot of who failed both"),
        "buy": _("how often a card can be bought"),
        "buy_price": _("what a card costs in each buy"),
        "buy_order": _("who buys first"),
        "buy_bet": _("when two buys are followed by bets"),
        "choice": _("who chooses the games"),
        "choice_scale": _("what the amounts of chosen games are multiplied by"),
        "clock": _("seconds a turn, 60 for the room's own"),
        "chip_unit": _("the smallest chip"),
    }


@lru_cache(maxsize=1)
def _values() -> Mapping[tuple[str, str], str]:
    return {
        ("game", "high"): _("the best hand"),
        ("game", "low"): _("the lowest hand"),
        ("game", "hilo"): _("the best and the lowest hand share"),
        ("game", "soko"): _("four to a flush or straight count"),
        ("deal", "1-4"): _("the first down, four up"),
        ("deal", "1-3-1"): _("the first and the last down"),
        ("deck", "auto"): _("as many as the players need"),
        ("flush_over_full", "auto"): _("under 52 cards"),
        ("bring_in_mode", "none"): _("nobody"),
        ("bring_in_mode", "low"): _("the lowest card"),
        ("bring_in_mode", "high"): _("the highest card"),
        ("bring_in_mode", "best"): _("the best card of the game"),
        ("bring_in_tie", "suit"): _("the suit decides"),
        ("bring_in_tie", "position"): _("the first from the dealer's left"),
        ("open_tie", "suit"): _("the suit decides"),
        ("open_tie", "position"): _("the first from the dealer's left"),
        ("open_tie", "suit_high"): _("the suit decides, the high one in low games too"),
        ("limit", "fixed"): _("bets of one size a round"),
        ("limit", "spread"): _("bets between two amounts"),
        ("limit", "pot"): _("bets up to the pot"),
        ("limit", "none"): _("bets up to all one has"),
        ("late_rounds", "big_only"): _("the big bet"),
        ("late_rounds", "free"): _("the small or the big bet"),
        ("cap_lift", "start"): _("if two begin the round"),
        ("cap_lift", "heads_up"): _("as soon as two are left"),
        ("cap_lift", "never"): _("the cap always holds"),
        ("min_raise", "full"): _("at least as large as the last bet or raise"),
        ("min_raise", "any"): _("the least bet is enough"),
        ("short_all_in", "half"): _("from half a bet on"),
        ("short_all_in", "full"): _("only a whole bet"),
        ("odd_chip", "suit"): _("the highest card, then its suit"),
        ("odd_chip", "suit_low"): _("the same; of tied lows the lowest card"),
        ("odd_chip", "position"): _("the first from the dealer's left"),
        ("show", "winners"): _("who claims the pot"),
        ("show", "all"): _("everybody"),
        ("low_rank", "a5"): _("5-4-3-2-A, straights and flushes do not count"),
        ("low_rank", "a6"): _("6-4-3-2-A, straights and flushes count"),
        ("low_rank", "27"): _("7-5-4-3-2, the ace is high"),
        ("qualifier", "none"): _("nothing"),
        ("qualifier", "8"): _("eight or lower"),
        ("soko_rank", "between"): _("above a pair"),
        ("soko_rank", "below"): _("below a pair"),
        ("soko_open", "full"): _("they do"),
        ("soko_open", "plain"): _("they do not"),
        ("declare", "none"): _("cards speak"),
        ("declare", "simultaneous"): _("all at once, in secret"),
        ("declare", "sequential"): _("one after the other"),
        ("declare_from", "last_raiser"): _("who raised last"),
        ("declare_from", "opener"): _("who opened the last round"),
        ("declare_from", "dealer_left"): _("the first from the dealer's left"),
        ("both_tie", "lose"): _("he loses everything"),
        ("both_tie", "share"): _("he shares the tied half"),
        ("both_fail", "next_best"): _("the next best each way"),
        ("buy", "0"): _("never"),
        ("buy", "1"): _("once"),
        ("buy", "2"): _("twice"),
        ("buy_order", "dealer_left"): _("the first from the dealer's left"),
        ("buy_order", "opener"): _("who opened the last round"),
        ("buy_bet", "after_each"): _("after each"),
        ("buy_bet", "after_last"): _("after the second"),
        ("choice", "none"): _("it is one game"),
        ("choice", "hand"): _("the dealer of each hand"),
        ("choice", "orbit"): _("a dealer for an orbit"),
        ("choice", "fixed"): _("nobody: the list in turn"),
    }
