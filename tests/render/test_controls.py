"""The custom_id codec: what is written is read, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.picture import Moment
from bot.render.controls import PATTERN, WITH_AMOUNT, Control, ControlButton, Press, read_control

numbers = st.integers(0, 10**18 - 1)
controls = st.builds(
    lambda moment, press, amount, place: Control(
        moment,
        press,
        amount if press in WITH_AMOUNT else 0,
        place=place if press is Press.GIVE_UP else 0,
    ),
    st.builds(Moment, numbers, numbers, numbers, st.integers(0, 10**9 - 1)),
    st.sampled_from(Press),
    numbers,
    st.integers(0, 4),
)


@given(controls)
def test_every_control_is_read_as_it_was_written(control: Control) -> None:
    assert read_control(control.custom_id) == control
    assert len(control.custom_id) <= 100


@given(st.text(max_size=120))
def test_a_text_that_is_read_is_the_one_that_is_written(text: str) -> None:
    control = read_control(text)
    assert control is None or control.custom_id == text


@given(st.from_regex(PATTERN, fullmatch=True))
def test_whatever_the_pattern_takes_is_read_back_to_the_same_text(text: str) -> None:
    control = read_control(text)
    assert control is not None
    assert control.custom_id == text


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "dc",
        "dc:1:2:3",
        "dc:9:1:2:3",
        "dc:0:1:2:3:fold",
        "dc:01:1:2:3:fold",
        "dc:1234567890:1:2:3:fold",
        "dc:8:9:1:2:3:fold",
        "dc:1:2:3:steal",
        "dc:1:2:3:fold:5",
        "dc:1:2:3:raise",
        "dc:1:2:3:raise:-5",
        "dc:1:2:3:raise:1e3",
        "dc:01:2:3:fold",
        "dc:1:2:3:fold\n",
        "dc:١:2:3:fold",
        "xdc:1:2:3:fold",
        "dc:1:2:3:raise:" + "9" * 19,
        "dc:1:2:3:give_up",
        "dc:1:2:3:give_up:5",
        "dc:1:2:3:give_up:00",
        "dc:1:2:3:high:1",
    ],
)
def test_a_forged_id_is_none_of_ours(forged: str) -> None:
    assert read_control(forged) is None


async def test_a_button_carries_its_control() -> None:
    control = Control(Moment(1, 2, 3, 5), Press.RAISE, 60)
    button = ControlButton(control, "Raise to 60")
    assert button.custom_id == "dc:5:1:2:3:raise:60"
    assert button.to_component_dict()["label"] == "Raise to 60"


def test_a_control_of_before_lines_is_of_none() -> None:
    control = Control(Moment(1, 2, 3, 0), Press.RAISE, 60)
    assert read_control("dc:1:2:3:raise:60") == control
    assert control.custom_id == "dc:1:2:3:raise:60"
