"""The command line of the rehearsal."""

import asyncio
import os
import signal
import socket
import sys

import pytest

from bot.rehearsal.process import ROOT


async def start(*arguments: str, **environment: str) -> asyncio.subprocess.Process:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DOORCARD_"))}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.rehearsal", *arguments),
        cwd=ROOT,
        env=clean | environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(*arguments: str, **environment: str) -> tuple[int | None, str, str]:
    process = await start(*arguments, **environment)
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"])
async def test_it_does_not_start_beside_a_real_token(name: str) -> None:
    code, out, err = await run("--hands", "1", **{name: "secret"})
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert name in err
    assert "secret" not in err


@pytest.mark.parametrize(
    "arguments",
    [("--hands", "0"), ("--hands", "x"), ("--hands", "-1"), ("--port", "70000"), ("--seed", "a")],
)
async def test_bad_arguments_are_told(arguments: tuple[str, str]) -> None:
    code, _, err = await run(*arguments)
    assert code == 2
    assert "is not a whole number from" in err.splitlines()[-1]


async def test_an_evening_of_one_hand_ends_with_the_balances() -> None:
    code, out, err = await run("--hands", "1", "--seed", "3")
    assert code == 0, err
    assert "Hand 1 is over" in out
    assert "[only Ann] post" in out
    assert out.splitlines()[-1].split() == ["Sum", "4,000"]


@pytest.mark.slow
async def test_several_games_are_played_one_after_another() -> None:
    code, out, err = await run("--hands", "1", "--seed", "3", "--game", "classic_nl, home_fixed")
    assert code == 0, err
    games = [line for line in out.splitlines() if line.startswith("The game: ")]
    assert games == ["The game: classic_nl.", "The game: home_fixed."]
    assert out.count("[Ann] /table open preset:") == 4  # typed, then sent, for each
    sums = [line.split() for line in out.splitlines() if line.split()[:1] == ["Sum"]]
    assert sums == [["Sum", "4,000"]] * 2


async def test_a_game_nobody_deals_is_told_with_those_there_are() -> None:
    code, _, err = await run("--hands", "1", "--game", "tic_tac_toe")
    assert code == 2
    assert "There is no game 'tic_tac_toe'; there are: casino_fixed, " in err
    assert (await run("--game", " , "))[0] == 2


async def test_ctrl_c_in_a_hand_ends_it_with_the_balances() -> None:
    process = await start("--seed", "4")
    assert process.stdout is not None
    while b" to act" not in (line := await process.stdout.readline()):
        assert line
    process.send_signal(signal.SIGINT)
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    assert out.decode().splitlines()[-1].split() == ["Sum", "4,000"]


async def test_a_taken_port_is_told_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, _, err = await run("--port", str(taken.getsockname()[1]))
    assert code == 1
    assert "is taken: name another" in err.splitlines()[0]
