"""The pages of the form in which a game is built: which options stand on each, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.draft import Draft
from bot.words import _

Is = Callable[[Draft], bool]


def _always(_draft: Draft) -> bool:
    return True


def _of(name: str, *values: str) -> Is:
    return lambda draft: draft.value(name) in values


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the options of its menus and of its modal, each with when it matters."""

    menus: Mapping[str, Is]
    amounts: Mapping[str, Is]


_HILO: Final = _of("game", "hilo")
_LOW: Final = _of("game", "low", "hilo")
_SOKO: Final = _of("game", "soko")
_FIXED: Final = _of("limit", "fixed")
_SPREAD: Final = _of("limit", "spread")
_CAPPED: Final = _of("limit", "fixed", "spread")
_OPEN: Final = _of("limit", "pot", "none")
_BUY: Final = _of("buy", "1", "2")
_DECLARED: Final = _of("declare", "simultaneous", "sequential")
_BOTH: Final = _of("both", "yes")

PAGES: Final = (
    Page(
        {
            "game": _always,
            "deal": _always,
            "deck": _always,
            "low_straight": lambda draft: draft.value("deck") != "52",
            "flush_over_full": _of("game", "high", "hilo"),
            "burn": _always,
        },
        {},
    ),
    Page(
        {"bring_in_mode": _always, "bring_in_tie": _always, "open_tie": _always},
        {"ante": _always, "bring_in": _always},
    ),
    Page(
        {"limit": _always, "open_pair_big": _FIXED, "late_rounds": _FIXED},
        {
            "small": _FIXED,
            "big": _FIXED,
            "spread_min": _SPREAD,
            "spread_max": _SPREAD,
            "spread_max_late": _SPREAD,
            "min_bet": _OPEN,
        },
    ),
    Page(
        {
            "min_raise": _always,
            "cap_lift": _CAPPED,
            "short_all_in": _CAPPED,
            "all_in_show": _always,
        },
        {"raise_cap": _CAPPED},
    ),
    Page(
        {
            "low_rank": _LOW,
            "qualifier": _HILO,
            "soko_rank": _SOKO,
            "soko_open": _SOKO,
            "show": _always,
            "odd_chip": _always,
        },
        {},
    ),
    Page(
        {
            "declare": _HILO,
            "declare_from": _of("declare", "sequential"),
            "both": _DECLARED,
            "both_tie": _BOTH,
            "buy": _always,
            "buy_order": _BUY,
            "buy_bet": _of("buy", "2"),
        },
        {"buy_price": _BUY},
    ),
    Page({"choice": _always}, {"choice_scale": _always, "clock": _always, "chip_unit": _always}),
)
"""Every option of part F that has a choice of values, and after these pages a summary."""

SUMMARY: Final = len(PAGES)


def menus(draft: Draft) -> tuple[str, ...]:
    """Return the options that are chosen on the page of a draft, and matter there."""
    if draft.page >= SUMMARY:
        return ()
    return tuple(name for name, matters in PAGES[draft.page].menus.items() if matters(draft))


def amounts(draft: Draft) -> tuple[str, ...]:
    """Return the options that are written on the page of a draft, and matter there."""
    if draft.page >= SUMMARY:
        return ()
    return tuple(name for name, matters in PAGES[draft.page].amounts.items() if matters(draft))


def page_title(draft: Draft) -> str:
    """Return what the page of a draft is about."""
    return _titles()[draft.page]


def _titles() -> tuple[str, ...]:
    return (
        _("The game and its cards"),
        _("Ante and opening"),
        _("The limit"),
        _("Raises and all-in"),
        _("Hands and showing"),
        _("Declaring and buying"),
        _("The table"),
        _("Summary"),
    )
