"""Settings: what is read from where, and one clear line for everything that is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest

from bot.settings import LogFormat, Settings, read_settings, read_whereabouts
from bot.variables import SettingsFault
from engine.cards import parse_cards

REAL = "MTIz.abc-DEF_456.secret"
PLAY = "doorcard-rehearsal-1"
LOOPBACK = "http://127.0.0.1:8123"


NO_FILE = Path("there/is/no/.env")


def read(**environ: str) -> Settings:
    return read_beside(NO_FILE, environ)


def read_beside(env_file: Path, environ: dict[str, str]) -> Settings:
    """Read the settings with nothing but this in the environment."""
    with patch.dict(os.environ, environ, clear=True):
        return read_settings(env_file)


def fault(environ: dict[str, str], env_file: Path = NO_FILE) -> str:
    """Return the line that refuses these settings."""
    with pytest.raises(SettingsFault) as caught:
        read_beside(env_file, environ)
    line = str(caught.value)
    assert "\n" not in line
    assert REAL not in line
    assert caught.value.__cause__ is None
    return line


def test_the_defaults() -> None:
    settings = read(DISCORD_TOKEN=REAL)
    assert settings.token.get_secret_value() == REAL
    assert settings.database == Path("data/doorcard.sqlite3")
    assert (settings.log_level, settings.pause) == ("INFO", 5)
    assert (settings.discord_url, settings.seed, settings.decks) == (None, None, ())
    assert (settings.log_format, settings.keep_hands) == (LogFormat.TEXT, 90)
    assert (settings.metrics_port, settings.shard_count, settings.shard_ids) == (None, None, None)


def test_the_token_is_in_no_text_of_the_settings() -> None:
    settings = read(DISCORD_TOKEN=REAL)
    assert REAL not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_everything_can_be_set(tmp_path: Path) -> None:
    settings = read(
        DISCORD_TOKEN=PLAY,
        DOORCARD_DATABASE=str(tmp_path / "x"),
        DOORCARD_LOG_LEVEL="debug",
        DOORCARD_PAUSE="0.05",
        DOORCARD_DISCORD_URL=LOOPBACK,
        DOORCARD_SEED="7",
        DOORCARD_DECK="As Kd; 2c",
        DOORCARD_LOG_FORMAT="JSON",
        DOORCARD_KEEP_HANDS="0",
        DOORCARD_METRICS_PORT="9464",
        DOORCARD_SHARD_COUNT="3",
        DOORCARD_SHARD_IDS="0, 2",
    )
    assert (settings.log_format, settings.keep_hands) == (LogFormat.JSON, 0)
    assert (settings.metrics_port, settings.shard_count, settings.shard_ids) == (9464, 3, (0, 2))
    assert settings.database == tmp_path / "x"
    assert (settings.log_level, settings.pause, settings.seed) == ("DEBUG", 0.05, 7)
    assert str(settings.discord_url) == LOOPBACK
    assert settings.decks == (parse_cards("As Kd"), parse_cards("2c"))


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text(f"# mine\nexport DISCORD_TOKEN='{REAL}'\nDOORCARD_PAUSE=9\n\n")
    settings = read_beside(env_file, {"DOORCARD_PAUSE": "2"})
    assert (settings.token.get_secret_value(), settings.pause) == (REAL, 2)


def test_the_example_is_a_file_of_settings_and_names_them_all() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    assert read_beside(example, {"DISCORD_TOKEN": REAL}).pause == 5
    text = example.read_text("utf-8")
    names = [field.validation_alias for field in Settings.model_fields.values()]
    assert [name for name in (*names, "DISCORD_TOKEN_FILE") if str(name) not in text] == []


def test_a_pipe_is_read_though_it_can_be_but_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".env")
    writer = Thread(target=(tmp_path / ".env").write_text, args=(f"DISCORD_TOKEN={REAL}\n",))
    writer.start()
    assert read_beside(tmp_path / ".env", {}).token.get_secret_value() == REAL
    writer.join()


class TestTwoPlacesForTheToken:
    """What the environment sets goes before the file, by whichever of its two names."""

    @pytest.fixture
    def kept(self, tmp_path: Path) -> Path:
        (tmp_path / "token").write_text(REAL)
        return tmp_path / "token"

    def test_a_token_file_goes_before_the_files_token(self, tmp_path: Path, kept: Path) -> None:
        (tmp_path / ".env").write_text("DISCORD_TOKEN=other.token\n")
        settings = read_beside(tmp_path / ".env", {"DISCORD_TOKEN_FILE": str(kept)})
        assert settings.token.get_secret_value() == REAL

    @pytest.mark.parametrize(
        "beside", ["", "DISCORD_TOKEN=other.token\n", f"DISCORD_TOKEN={REAL}\n"]
    )
    def test_a_token_goes_before_the_files_token_file(self, tmp_path: Path, beside: str) -> None:
        (tmp_path / ".env").write_text(f"{beside}DISCORD_TOKEN_FILE={tmp_path}/none\n")
        settings = read_beside(tmp_path / ".env", {"DISCORD_TOKEN": REAL})
        assert settings.token.get_secret_value() == REAL

    def test_the_file_may_name_a_token_file(self, tmp_path: Path, kept: Path) -> None:
        (tmp_path / ".env").write_text(f"DISCORD_TOKEN=\nDISCORD_TOKEN_FILE={kept}\n")
        settings = read_beside(tmp_path / ".env", {})
        assert settings.token.get_secret_value() == REAL

    def test_the_file_holds_two_tokens(self, tmp_path: Path, kept: Path) -> None:
        (tmp_path / ".env").write_text(f"DISCORD_TOKEN=other\nDISCORD_TOKEN_FILE={kept}\n")
        assert "different tokens" in fault({}, tmp_path / ".env")


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_value_hides_nothing(tmp_path: Path, empty: str) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={REAL}\nDOORCARD_PAUSE=9\n")
    names = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DOORCARD_PAUSE", "DOORCARD_DISCORD_URL")
    settings = read_beside(tmp_path / ".env", dict.fromkeys(names, empty))
    assert (settings.token.get_secret_value(), settings.pause) == (REAL, 9)


def test_a_file_written_by_an_editor_that_marks_its_encoding(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={REAL}\n", encoding="utf-8-sig")
    assert read_beside(tmp_path / ".env", {}).token.get_secret_value() == REAL


def test_a_name_with_a_slip_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DOORCARD_PAUS=3\nPATH=/bin\n")
    assert "DOORCARD_PAUS in " in fault({"DISCORD_TOKEN": REAL}, tmp_path / ".env")
    assert "DOORCARD_DATABSE in the environment" in fault(
        {"DISCORD_TOKEN": REAL, "DOORCARD_DATABSE": "x"}
    )


def test_a_home_folder_is_found(tmp_path: Path) -> None:
    settings = read(HOME=str(tmp_path), DISCORD_TOKEN=REAL, DOORCARD_DATABASE="~/x.sqlite3")
    assert settings.database == tmp_path / "x.sqlite3"


def test_a_file_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert read_beside(tmp_path / ".env", {"DISCORD_TOKEN": REAL}).pause == 5


def test_a_rehearsal_ignores_the_file(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text(f"this line is broken\nDISCORD_TOKEN={REAL}\n")
    settings = read_beside(env_file, {"DISCORD_TOKEN": PLAY, "DOORCARD_DISCORD_URL": LOOPBACK})
    assert settings.token.get_secret_value() == PLAY


@pytest.mark.parametrize("url", ["http://localhost:1", "http://[::1]:65535", LOOPBACK + "/"])
def test_loopback_is_meant_in_every_spelling(url: str) -> None:
    settings = read(DISCORD_TOKEN=PLAY, DOORCARD_DISCORD_URL=url)
    assert str(settings.discord_url) == url.rstrip("/")


@pytest.mark.parametrize("environ", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
def test_without_a_token_the_line_names_make_play(environ: dict[str, str]) -> None:
    assert "`make play`" in fault(environ)


@pytest.mark.parametrize("token", ["two words", "t\u00f6ken", "a\tb"])
def test_a_token_that_cannot_be_one(token: str) -> None:
    line = fault({"DISCORD_TOKEN": token})
    assert "DISCORD_TOKEN" in line
    assert token not in line


class TestTokenFile:
    def test_it_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "token").write_text(f"{REAL}\n")
        settings = read(DISCORD_TOKEN_FILE=str(tmp_path / "token"))
        assert settings.token.get_secret_value() == REAL

    def test_the_same_token_twice_is_fine(self, tmp_path: Path) -> None:
        (tmp_path / "token").write_text(REAL)
        read(DISCORD_TOKEN_FILE=str(tmp_path / "token"), DISCORD_TOKEN=REAL)

    def test_two_tokens_are_not(self, tmp_path: Path) -> None:
        (tmp_path / "token").write_text("other.token")
        environ = {"DISCORD_TOKEN_FILE": str(tmp_path / "token"), "DISCORD_TOKEN": REAL}
        line = fault(environ)
        assert "different tokens" in line
        assert "other.token" not in line

    def test_it_is_missing(self, tmp_path: Path) -> None:
        line = fault({"DISCORD_TOKEN_FILE": str(tmp_path / "none")})
        assert "DISCORD_TOKEN_FILE" in line
        assert "No such file" in line

    def test_no_more_is_read_of_it_than_a_token_can_have(self, tmp_path: Path) -> None:
        """A device that never ends would be read until the memory is full."""
        (tmp_path / "token").write_bytes(bytes(4097))
        line = fault({"DISCORD_TOKEN_FILE": str(tmp_path / "token")})
        assert line.endswith("token is too long for a token")

    def test_it_is_a_folder(self, tmp_path: Path) -> None:
        assert "cannot be read" in fault({"DISCORD_TOKEN_FILE": str(tmp_path)})

    @pytest.mark.parametrize("content", [b"", b" \n"])
    def test_it_is_empty(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "token").write_bytes(content)
        assert "is empty" in fault({"DISCORD_TOKEN_FILE": str(tmp_path / "token")})

    def test_it_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "token").write_bytes(b"\xff\xfe\x00")
        assert "UTF-8" in fault({"DISCORD_TOKEN_FILE": str(tmp_path / "token")})


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (f"DISCORD_TOKEN={REAL}\n\n# fine\nthis is broken\n", 4),
        (f"DISCORD_TOKEN {REAL}\n", 1),
        (f'A=1\nDISCORD_TOKEN="{REAL}\n', 2),
        ("\n\nDISCORD_TOKEN\n", 3),
        ("A=1\n= 5\n", 2),
    ],
)
def test_a_broken_line_of_the_file_is_named(tmp_path: Path, content: str, number: int) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text(content)
    line = fault({"DISCORD_TOKEN": REAL}, env_file)
    assert line == f"{env_file}, line {number}: not a line like NAME=value"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in fault({"DISCORD_TOKEN": REAL}, tmp_path / ".env")


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    assert "cannot be read" in fault({"DISCORD_TOKEN": REAL}, tmp_path)


@pytest.mark.parametrize("pause", ["0", "0.04", "61", "-1", "abc", "1,5", "nan", "inf"])
def test_a_pause_out_of_range(pause: str) -> None:
    line = fault({"DISCORD_TOKEN": REAL, "DOORCARD_PAUSE": pause})
    assert line == "DOORCARD_PAUSE must be a number of seconds from 0.05 to 60"


def test_an_unknown_log_level() -> None:
    line = fault({"DISCORD_TOKEN": REAL, "DOORCARD_LOG_LEVEL": "LOUD"})
    assert line.startswith("DOORCARD_LOG_LEVEL must be one of DEBUG, INFO")


@pytest.mark.parametrize(
    "url",
    [
        "http://discord.com:80",
        "https://127.0.0.1:8000",
        "http://127.0.0.1",
        "http://127.0.0.1:8000/api",
        "http://127.0.0.1:8000?x=1",
        "http://me:pw@127.0.0.1:8000",
        "http://127.0.0.1.example.com:8000",
        "http://0.0.0.0:8000",
        "http://127.0.0.1:99999",
        "http://[::1",
        "127.0.0.1:8000",
        "nonsense",
    ],
)
def test_anything_but_loopback_is_refused(url: str) -> None:
    line = fault({"DISCORD_TOKEN": PLAY, "DOORCARD_DISCORD_URL": url})
    assert line.startswith("DOORCARD_DISCORD_URL must be http://127.0.0.1:PORT")


def test_a_real_token_goes_to_no_rehearsal_and_a_rehearsals_not_to_discord() -> None:
    assert "never with a real one" in fault(
        {"DISCORD_TOKEN": REAL, "DOORCARD_DISCORD_URL": LOOPBACK}
    )
    assert "`make play`" in fault({"DISCORD_TOKEN": PLAY})


@pytest.mark.parametrize(("name", "value"), [("DOORCARD_SEED", "0"), ("DOORCARD_DECK", "As Kd")])
def test_chance_is_fixed_in_a_rehearsal_only(name: str, value: str) -> None:
    assert f"{name} is for a rehearsal only" in fault({"DISCORD_TOKEN": REAL, name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DOORCARD_SEED", "x"),
        ("DOORCARD_SEED", "1.5"),
        ("DOORCARD_DECK", "As As"),
        ("DOORCARD_DECK", "As; Kx"),
        ("DOORCARD_DECK", "A"),
    ],
)
def test_a_bad_seed_or_deck(name: str, value: str) -> None:
    environ = {"DISCORD_TOKEN": PLAY, "DOORCARD_DISCORD_URL": LOOPBACK, name: value}
    assert fault(environ).startswith(f"{name} must be")


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("DOORCARD_LOG_FORMAT", "xml", "must be text or json"),
        ("DOORCARD_KEEP_HANDS", "-1", "must be a whole number of days from 0"),
        ("DOORCARD_KEEP_HANDS", "36501", "must be a whole number of days from 0"),
        ("DOORCARD_KEEP_HANDS", "1.5", "must be a whole number of days from 0"),
        ("DOORCARD_METRICS_PORT", "0", "must be a port from 1 to 65535"),
        ("DOORCARD_METRICS_PORT", "65536", "must be a port from 1 to 65535"),
        ("DOORCARD_METRICS_PORT", "0.0.0.0:80", "must be a port from 1 to 65535"),
        ("DOORCARD_SHARD_COUNT", "0", "must be a whole number from 1 to 10000"),
        ("DOORCARD_SHARD_COUNT", "two", "must be a whole number from 1 to 10000"),
        *(
            ("DOORCARD_SHARD_IDS", ids, "must be whole numbers from 0 with commas, each once")
            for ids in ("a", "0,", "-1", "+1", "0,0", "1_0", "\u0661", "0 1", "[0, 1]", "1" * 9)
        ),
    ],
)
def test_a_value_that_is_none_of_its_setting(name: str, value: str, meant: str) -> None:
    assert fault({"DISCORD_TOKEN": REAL, name: value}).startswith(f"{name} {meant}")


def test_shard_ids_are_of_the_shards_there_are() -> None:
    line = fault({"DISCORD_TOKEN": REAL, "DOORCARD_SHARD_IDS": "0"})
    assert line == "DOORCARD_SHARD_IDS needs DOORCARD_SHARD_COUNT beside it"
    line = fault({"DISCORD_TOKEN": REAL, "DOORCARD_SHARD_IDS": "0,2", "DOORCARD_SHARD_COUNT": "2"})
    assert line == "DOORCARD_SHARD_IDS must be below DOORCARD_SHARD_COUNT: they go from 0 to 1"


class TestWhereabouts:
    """What a command beside the bot must know: the database, and no token."""

    def test_no_token_is_needed_and_none_is_read(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("DOORCARD_DATABASE=x.db\nDISCORD_TOKEN_FILE=/none\n")
        with patch.dict(os.environ, {"DISCORD_TOKEN_FILE": "/none"}, clear=True):
            assert read_whereabouts(tmp_path / ".env").database == Path("x.db")

    def test_the_environment_goes_before_the_file(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("DOORCARD_DATABASE=x.db\n")
        with patch.dict(os.environ, {"DOORCARD_DATABASE": "~/y.db", "HOME": "/h"}, clear=True):
            assert read_whereabouts(tmp_path / ".env").database == Path("/h/y.db")

    def test_faults_are_those_of_the_bot(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("DOORCARD_DATABSE=x.db\n")
        with (
            patch.dict(os.environ, {}, clear=True),
            pytest.raises(SettingsFault, match="DOORCARD_DATABSE"),
        ):
            read_whereabouts(tmp_path / ".env")


def test_several_faults_are_one_line() -> None:
    line = fault({"DISCORD_TOKEN": REAL, "DOORCARD_PAUSE": "x", "DOORCARD_LOG_LEVEL": "x"})
    assert "DOORCARD_PAUSE" in line
    assert "DOORCARD_LOG_LEVEL" in line
