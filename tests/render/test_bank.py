"""What the bank says: names and reasons are no markup, every page fits, and pictures are PNGs."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest
from PIL import Image

from bot.bank import Daily, Order
from bot.books import Books, Mismatch, Wrong
from bot.cashier import Holding, Journal, Leaderboard, Page
from bot.person import Person
from bot.render.books import books_file, books_text, mismatch_text
from bot.render.chips import (
    change_text,
    daily_text,
    given_text,
    granted_text,
    holding_text,
    own_holding_text,
    taken_text,
)
from bot.render.graph import SIZE, graph
from bot.render.journal import journal_view, line_text
from bot.render.leaderboard import leaderboard_view
from bot.render.pages import Leaf, PageButton, Paged, read_leaf
from bot.render.stats import record_text
from bot.stats import GameTotal, Record
from bot.store.books import AccountLine, OrderLine, Owner, TableLine
from bot.store.journal import Line
from bot.store.outcomes import Counts
from bot.store.standings import By, Standing
from bot.store.why import Why

ANN = Person(1, "Ann")
NASTY = Person(2, "**@everyone** <@1> `x`\n# y")
WORST = "*" * 200


def text_of(view: discord.ui.LayoutView) -> str:
    return "\n".join(
        item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)
    )


def ids_of(view: discord.ui.LayoutView) -> list[str]:
    return [item.custom_id for item in view.walk_children() if isinstance(item, PageButton)]


def books(**changes: Any) -> Books:
    given: dict[str, Any] = {
        "at": 86_400.0 * 365,
        "accounts": (AccountLine(2, 1, "Ann", 900, 100), AccountLine(5, 0, "", 7, 0)),
        "tables": (TableLine(1, 800, 1, 100),),
        "orders": (),
        "house": -1_007,
        "total": 0,
        "mismatches": (),
    }
    return Books(**{**given, **changes})


def test_balances_are_told_in_one_line() -> None:
    assert own_holding_text(Holding(800, 200), 5) == (
        "You have 1,000 chips: 800 in your balance and 200 at tables."
    )
    assert "all of them" in own_holding_text(Holding(800, 0), 5)
    assert "begin with 5 " in own_holding_text(None, 5)
    assert own_holding_text(None, 0) == "You have no chips here yet, and begin with none."
    for words in (holding_text(NASTY, None), holding_text(NASTY, Holding(1, 2))):
        assert words.startswith(r"\*\*\@everyone\*\* \<\@1\> \`x\` \# y has ")


def test_what_is_done_is_told_in_one_line() -> None:
    order = Order(ANN, NASTY, 1_500, "x")
    for words in (
        daily_text(Daily(200, 1_200, 86_400)),
        given_text(NASTY, 5, 6),
        granted_text(order, 7),
        taken_text(order, 8),
    ):
        assert len(words.splitlines()) == 1
        assert "<@" not in words
        assert "{" not in words
    assert "<t:86400:R>" in daily_text(Daily(200, 1_200, 86_400))


@pytest.mark.parametrize(
    ("chips", "told"), [(1_200, "+1,200"), (-40, "−40"), (0, "±0"), (-1_000_000, "−1,000,000")]
)
def test_a_change_has_its_sign(chips: int, told: str) -> None:
    assert change_text(chips) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Line(60, Why.START, 1_000), "**+1,000** · Starting chips · <t:60:f>"),
        (Line(60, Why.DAILY, 200), "**+200** · Daily chips · <t:60:f>"),
        (Line(60, Why.BUY_IN, -40, channel=8), "**−40** · Brought to the table in <#8> · <t:60:f>"),
        (Line(60, Why.LEAVE, 50, channel=8), "**+50** · Back from the table in <#8> · <t:60:f>"),
        (Line(60, Why.HAND, -9, channel=8, hand=3), "**−9** · Hand 3 in <#8> · <t:60:f>"),
        (Line(60, Why.GIFT, 5, 1, "Ann"), "**+5** · Gift from Ann · <t:60:f>"),
        (Line(60, Why.GIFT, -5, 1, "Ann"), "**−5** · Gift to Ann · <t:60:f>"),
        (
            Line(60, Why.GIFT, -5),
            "**−5** · Gift to somebody who was forgotten · <t:60:f>",
        ),
        (
            Line(60, Why.GRANT, 5, 1, "Ann", reason="<@1> *won*"),
            r"**+5** · Granted by Ann: \<\@1\> \*won\* · <t:60:f>",
        ),
        (
            Line(60, Why.TAKE, -5, 1, "Ann", reason="{x}"),
            "**−5** · Taken by Ann: {x} · <t:60:f>",
        ),
        (Line(60, "something newer", 5), "**+5** · Another transfer · <t:60:f>"),
    ],
)
def test_each_transfer_has_its_words(line: Line, told: str) -> None:
    assert line_text(line) == told


async def test_a_journal_of_the_longest_lines_fits_into_a_message() -> None:
    line = Line(1e10, Why.GRANT, 10**9, 2**62, "*" * 32, reason=WORST)
    view = journal_view(Journal(Page(4, 99), (line,) * 10))
    assert len(text_of(view)) <= 4_000
    assert ids_of(view) == ["journal:3", "journal:5"]


async def test_a_short_journal_tells_whole_reasons_and_has_no_buttons() -> None:
    line = Line(60, Why.GRANT, 5, 1, "Ann", reason="x" * 200)
    view = journal_view(Journal(Page(0, 1), (line,) * 3))
    assert text_of(view).count("x" * 200) == 3
    assert ids_of(view) == []
    assert "Page" not in text_of(view)


async def test_leaderboards_lead_to_each_other() -> None:
    lines = tuple(Standing(rank, rank, WORST[:32], -(10**9)) for rank in range(1, 11))
    chips = leaderboard_view(Leaderboard(By.BALANCE, Page(1, 3), lines))
    assert ids_of(chips) == ["balance:0", "balance:2", "winnings:0"]
    assert len(text_of(chips)) <= 4_000
    winnings = leaderboard_view(Leaderboard(By.WINNINGS, Page(0, 1), lines))
    assert ids_of(winnings) == ["balance:0"]
    assert "−1,000,000,000" in text_of(winnings)
    empty = leaderboard_view(Leaderboard(By.BALANCE, Page(0, 1), ()))
    assert "Nobody has chips here yet." in text_of(empty)


@pytest.mark.parametrize("paged", list(Paged))
@pytest.mark.parametrize("number", [0, 1, 999_999_999])
def test_what_a_page_button_carries_is_read_again(paged: Paged, number: int) -> None:
    leaf = Leaf(paged, number)
    assert read_leaf(leaf.custom_id) == leaf


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "journal",
        "journal:",
        "journal:-1",
        "journal:01",
        "journal:1x",
        "other:1",
        "journal:9999999999",
        "journal:1\n",
        "dc:1:2:3:peek",
    ],
)
def test_anything_else_is_no_page(custom_id: str) -> None:
    assert read_leaf(custom_id) is None


def test_sound_books_say_so() -> None:
    assert books_text(books()).splitlines() == [
        "**The books add up.**",
        "2 accounts hold 907 chips, and 100 more at tables. The house has given out 1,007.",
        "<#800>: 1 seated with 100 chips.",
    ]
    assert "No table is open." in books_text(books(tables=()))


def test_unsound_books_name_what_is_wrong() -> None:
    owners = (
        Owner("player", 2, NASTY.name, 0),
        Owner("stack", 0, "", 800),
        Owner("table", 0, "", 800),
        Owner("house", 0, "", 0),
    )
    wrong = tuple(
        Mismatch(one, number, owner) for one in Wrong for number, owner in enumerate(owners)
    )
    text = books_text(books(mismatches=wrong, total=5))
    lines = text.splitlines()
    assert lines[0] == "**The books do not add up.**"
    assert "All accounts together make 5 chips instead of 0." in lines
    assert "… and 2 more." in lines
    assert len(text) <= 2_000
    assert "@everyone" not in text.replace(r"\@everyone", "")
    assert len({mismatch_text(one) for one in wrong}) == 12


def test_the_longest_audit_fits_into_a_message() -> None:
    tables = tuple(TableLine(2**40, 2**62, 10, 10**12) for _ in range(50))
    owner = Owner("stack", 2**62, "*" * 32, 2**62)
    wrong = tuple(Mismatch(Wrong.STRAY, 2**40, owner) for _ in range(50))
    text = books_text(books(tables=tables, mismatches=wrong, total=10**15))
    assert len(text) <= 4_000
    assert text.count("… and 40 more.") == 2


def test_the_file_has_a_row_for_every_account() -> None:
    order = OrderLine(0.0, -5, 2, "Ben\tx\ny", 1, "Ann", "a\treason")
    rows = books_file(books(orders=(order,))).splitlines()
    assert rows[0] == "Accounts on 1971-01-01 00:00 UTC"
    assert "2\tAnn\t1\t900\t100" in rows
    assert "5\tforgotten\t0\t7\t0" in rows
    assert "house\t\t\t-1007" in rows
    assert "1\t800\t1\t100" in rows
    assert rows[-1] == "1970-01-01 00:00 UTC\t-5\tBen x y\t2\tAnn\t1\ta reason"


def test_a_record_is_told_with_its_games() -> None:
    games = (GameTotal("Dealer's choice", 3, 40), GameTotal("friday_*night*", 1, -50))
    counts = Counts(hands=4, counted=4, won=2, showdowns=3, biggest=1_200)
    assert record_text(NASTY, Record(counts, games, ())).splitlines() == [
        r"**\*\*\@everyone\*\* \<\@1\> \`x\` \# y**",
        "Hands 4 · won 2 · showdowns 3 · biggest pot won 1,200 · net −10",
        "Dealer's choice: hands 3, net +40",
        r"friday\_\*night\*: hands 1, net −50",
    ]
    assert "has not played" in record_text(ANN, None)


def test_hands_that_are_not_counted_yet_are_told() -> None:
    games = tuple(GameTotal(f"game {number}", 1, 0) for number in range(15))
    record = Record(Counts(15, 5, 0, 0, 0), games, ())
    text = record_text(ANN, record)
    assert "10 older hands are not in the hands won" in text
    assert text.endswith("… and 3 other games.")


def picture(course: list[tuple[float, int]]) -> Image.Image:
    image = Image.open(io.BytesIO(graph(course)))
    image.load()
    return image


@pytest.mark.parametrize(
    "course",
    [
        [(0.0, 1_000)],
        [(5.0, 0)],
        [(5.0, 0), (5.0, 0)],
        [(0.0, 1_000), (86_400.0, 1_200), (3_600.0, 900)],
        [(1e9 + number, number % 977) for number in range(20_000)],
        [(1e9, 10**15), (2e9, 1)],
    ],
)
def test_every_course_makes_a_picture(course: list[tuple[float, int]]) -> None:
    image = picture(course)
    assert (image.format, image.size) == ("PNG", SIZE)
    colours = image.convert("RGB").getcolors(100_000)
    assert colours is not None
    assert (0x58, 0x65, 0xF2) in {colour for _, colour in colours}


def test_a_line_rises_where_chips_rise() -> None:
    image = picture([(0.0, 0), (100.0, 0), (200.0, 1_000), (300.0, 1_000)]).convert("RGB")
    line = (0x58, 0x65, 0xF2)

    def height(x: int) -> int:
        return next(y for y in range(SIZE[1]) if image.getpixel((x, y)) == line)

    assert height(120) > height(SIZE[0] - 60) + 100


def test_a_course_without_an_instant_has_no_picture() -> None:
    with pytest.raises(ValueError, match="an instant"):
        graph([])


@pytest.mark.parametrize("chips", [999, 1_000_000_000, 2_400_000_000, 10**15])
def test_no_label_of_a_picture_is_cut_off(chips: int) -> None:
    image = picture([(0.0, 0), (86_400.0, chips)])
    ground = image.getpixel((0, 0))
    edge = [image.getpixel((x, y)) for x in range(4) for y in range(SIZE[1])]
    assert set(edge) == {ground}
