"""Case X65: pairs of hands compared in every ranking."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.ranking import ranking_of
from engine.rules import HouseRules

RANKINGS: dict[str, dict[str, object]] = {
    "high": {},
    "high 32": {"deck": "32"},
    "high 32 plain": {"deck": "32", "flush_over_full": False},
    "high 32 no low": {"deck": "32", "low_straight": False},
    "a5": {"game": "low", "low_rank": "a5"},
    "a6": {"game": "low", "low_rank": "a6"},
    "27": {"game": "low", "low_rank": "27"},
    "soko": {"game": "soko"},
    "soko below": {"game": "soko", "soko_rank": "below"},
}

CASE_X65 = [
    ("R-HIGH-1", "high", "As Kd Qc Jh Td > Kc Qd Jh Tc 9s"),
    ("R-HIGH-2", "high", "2c 3d 4h 5s 6c > Ac 2d 3h 4s 5d"),
    ("R-HIGH-1", "high", "Ac 2d 3h 4s 5d > As Ad Ah Kc Qd"),
    ("R-HIGH-2", "high", "Ac Kd Qh 2s 3d > Ks Qd Jc 9h 8d"),
    ("R-HIGH-1", "high", "Kd Kc 5s 5d 2h > Qd Qc Js Jd Ah"),
    ("R-HIGH-1", "high", "Ts 8s 7s 6s 5s = Th 8h 7h 6h 5h"),
    ("R-DECK-6", "high 32", "Ah Th 8h Jh Qh > 9s 9c 9d Kd Ks"),
    ("R-DECK-6", "high 32 plain", "Ah Th 8h Jh Qh < 9s 9c 9d Kd Ks"),
    ("R-DECK-5", "high 32", "Ah 7d 8h 9c Ts < Jh 7d 8h 9c Ts"),
    ("R-DECK-5", "high 32 no low", "Ah 7d 8h 9c Ts < 7s 7c 8s Kd Qd"),
    ("R-LOW-1", "a5", "Ac 2c 3c 4c 5c > Ac 2d 3h 4s 6d"),
    ("R-LOW-1", "a5", "8c 7d 6h 5s 4c > 9c 4d 3h 2s Ac"),
    ("R-LOW-1", "a5", "9c Td Jh Qs Kc > 2c 2d 3h 4s Ac"),
    ("R-LOW-1", "a5", "Ac Ad 6h 5s 4c > Ah As 7h 3d 2c"),
    ("R-LOW-1", "a5", "Ac Ad 7h 6s 5c > 2c 2d 5h 4s 3c"),
    ("R-LOW-2", "a6", "6c 4d 3h 2s Ac > Ac 2d 3h 4s 5d"),
    ("R-LOW-2", "a6", "Ac Kd Qh Js Tc > As Ad 2h 3s 4c"),
    ("R-LOW-2", "a6", "Kc Qd Jh Ts 8c > 7c 5c 4c 3c 2c"),
    ("R-LOW-2", "a6", "Ac Ad 7h 6s 5c > 2c 2d 5h 4s 3c"),
    ("R-LOW-3", "27", "7c 5d 4h 3s 2c > 7s 6d 4c 3d 2h"),
    ("R-LOW-3", "27", "Ac 2d 3h 4s 5d > Ac 2d 3h 4s 6d"),
    ("R-LOW-3", "27", "Kc Qd Jh Ts 8c > Ac 2d 3h 4s 5d"),
    ("R-LOW-3", "27", "Ac 2c 3c 4c 5c < 2d 2h 3s 4d 5h"),
    ("R-LOW-3", "27", "Ac Kd Qh Js Tc < As Ad 2h 3s 4c"),
    ("R-LOW-3", "27", "2c 2d 5h 4s 3c > Ac Ad 7h 6s 5c"),
    ("R-SOKO-1", "soko", "5s 8c 7d 6h Kd > As Ad Kc Qd 9h"),
    ("R-SOKO-3", "soko", "As 2d 3c 4h Kd > Ac Ad Kh Qd 9h"),
    ("R-SOKO-3", "soko", "2d 3c 4h 5s Kd > As 2d 3c 4h Kd"),
    ("R-SOKO-3", "soko", "Jc Qd Kh As 2d > Tc Jd Qh Ks 2d"),
    ("R-SOKO-3", "soko", "Qc Kd Ah 2s 7d < 2c 2d 3h 5s 7c"),
    ("R-SOKO-3", "soko", "5s 8c 7d 6h Ad > 5d 8h 7c 6s Kd"),
    ("R-SOKO-3", "soko", "5s 8c 7d 6h 8d < 5d 8h 7c 6s Tc"),
    ("R-SOKO-3", "soko", "5s 8c 7d 6h 8d > Ac Ad Kh Qs 9c"),
    ("R-SOKO-2", "soko", "6c 5c 3c 2c 9d > Jc Qd Kh As 2d"),
    ("R-SOKO-4", "soko", "Ks 9s 5s 2s Kd > Kc 9c 5c 2c Qd"),
    ("R-SOKO-5", "soko", "As 6s 3s 2s Kd > 8h 7h 6h 5h Ad"),
    ("R-SOKO-2", "soko", "As Ad Kc Qd Jh > 5s 8c 7d 6h Kd"),
    ("R-SOKO-1", "soko", "2c 2d 3h 3s 4c > As Ks Qs 9s Jd"),
    ("R-SOKO-2", "soko", "2c 3c 4c 5c 6d > As Ad Ah Ks Qd"),
    ("R-SOKO-1", "soko below", "As Ad 5c 6h 9s > 5s 8c 7d 6d Kd"),
]


def sign_of(ranking: str, left: str, right: str) -> str:
    rules = HouseRules.from_options({"ante": 1, "limit": "none", **RANKINGS[ranking]})
    ours, theirs = (ranking_of(rules, 2).of(parse_cards(hand)) for hand in (left, right))
    return ">" if ours > theirs else "<" if ours < theirs else "="


@pytest.mark.parametrize(("rule", "ranking", "row"), CASE_X65)
def test_case_x65(rule: str, ranking: str, row: str) -> None:
    left, sign, right = row[:14], row[15], row[17:]
    assert sign_of(ranking, left, right) == sign, rule
    back = {">": "<", "<": ">", "=": "="}[sign]
    assert sign_of(ranking, right, left) == back, rule


def test_case_x65_has_all_its_rows() -> None:
    assert len(CASE_X65) == len({(ranking, row) for _, ranking, row in CASE_X65}) == 40
