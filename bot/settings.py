"""What the bot is told when it starts: the environment, `.env`, and the token's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from yarl import URL

from engine.cards import Card, parse_cards

REHEARSAL_TOKEN: Final = "doorcard-rehearsal-"  # noqa: S105 - how one begins, and no secret
"""How a token begins that is good for a rehearsal only."""

_TOKEN_FILE: Final = "DISCORD_TOKEN_FILE"  # noqa: S105 - the name of a variable
_URL: Final = "DOORCARD_DISCORD_URL"
_NAMES: Final[Mapping[str, str]] = {
    "token": "DISCORD_TOKEN",
    "database": "DOORCARD_DATABASE",
    "log_level": "DOORCARD_LOG_LEVEL",
    "pause": "DOORCARD_PAUSE",
    "discord_url": _URL,
    "seed": "DOORCARD_SEED",
    "deck": "DOORCARD_DECK",
}
_LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_MEANT: Final[Mapping[str, str]] = {
    "token": "must be a bot's token, in one piece",
    "database": "must name a file",
    "log_level": f"must be one of {', '.join(_LOG_LEVELS)}",
    "pause": "must be a number of seconds from 0.05 to 60",
    "discord_url": "must be http://127.0.0.1:PORT (or localhost, or [::1]), for a rehearsal",
    "seed": "must be a whole number",
    "deck": "must be cards like 'As Kd 7h', the decks apart by ';'",
}


class SettingsFault(Exception):
    """Settings the bot cannot start with; the message is one clear line without the token."""


class Settings(BaseSettings):
    """The settings of one process, fixed; `pause` is the seconds between two hands.

    `discord_url`, `seed` and `deck` are for a rehearsal alone, with a rehearsal's token.
    """

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, arbitrary_types_allowed=True
    )

    token: SecretStr
    database: Path = Path("data/doorcard.sqlite3")
    log_level: str = "INFO"
    pause: float = Field(5.0, ge=0.05, le=60, allow_inf_nan=False)
    discord_url: URL | None = None
    seed: int | None = None
    deck: str = ""

    @property
    def decks(self) -> tuple[tuple[Card, ...], ...]:
        """Return the first cards of the decks of the first hands."""
        return tuple(parse_cards(text) for text in self.deck.split(";") if text.strip())

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take what `read_settings` found: it alone knows when `.env` counts, and its lines."""
        return (init_settings,)

    @field_validator("token")
    @classmethod
    def _in_one_piece(cls, token: SecretStr) -> SecretStr:
        text = token.get_secret_value()
        if not text or len(text.split()) != 1 or not text.isascii():
            raise ValueError
        return token

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.upper() not in _LOG_LEVELS:
            raise ValueError
        return level.upper()

    @field_validator("discord_url", mode="before")
    @classmethod
    def _loopback(cls, url: str | URL | None) -> URL | None:
        return None if url is None else _loopback_url(str(url))

    @field_validator("deck")
    @classmethod
    def _readable(cls, deck: str) -> str:
        for text in deck.split(";"):
            parse_cards(text)
        return deck

    @model_validator(mode="after")
    def _rehearsal_alone(self) -> Settings:
        rehearsal = self.token.get_secret_value().startswith(REHEARSAL_TOKEN)
        if self.discord_url is not None and not rehearsal:
            raise ValueError(f"{_URL} goes with a rehearsal's token only, never with a real one")
        if self.discord_url is None and rehearsal:
            raise ValueError(f"a rehearsal's token goes with {_URL} only; `make play` sets both")
        for name in ("seed", "deck"):
            if self.discord_url is None and getattr(self, name) not in (None, ""):
                raise ValueError(f"{_NAMES[name]} is for a rehearsal only, beside {_URL}")
        return self


def read_settings(environ: Mapping[str, str], env_file: Path | None) -> Settings:
    """Read the settings; the environment goes before `env_file`, which need not be there.

    Where the environment names DOORCARD_DISCORD_URL the file is not read. Raises SettingsFault.
    """
    found = {name: value.strip() for name, value in environ.items()}
    if env_file is not None and not found.get(_URL):
        found = {**_read_env_file(env_file), **found}
    values: dict[str, Any] = {
        field: found[name] for field, name in _NAMES.items() if found.get(name)
    }
    values["token"] = _token(found)
    try:
        return Settings(**values)
    except ValidationError as error:
        raise SettingsFault("; ".join(_lines(error))) from None


def _read_env_file(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise SettingsFault(f"{path} is not a text in UTF-8") from None
    except OSError as error:
        raise SettingsFault(f"{path} cannot be read: {error.strerror}") from None
    found: dict[str, str] = {}
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            text = binding.original.string
            line = binding.original.line + len(text) - len(text.lstrip("\r\n"))
            raise SettingsFault(f"{path}, line {line}: not a line like NAME=value")
        if binding.key is not None and binding.value is not None:
            found[binding.key] = binding.value.strip()
    return found


def _token(found: Mapping[str, str]) -> str:
    given, name = found.get(_NAMES["token"], ""), found.get(_TOKEN_FILE, "")
    kept = _read_token_file(Path(name)) if name else ""
    if given and kept and given != kept:
        raise SettingsFault(f"DISCORD_TOKEN and {_TOKEN_FILE} hold different tokens: give one")
    token = given or kept
    if not token:
        raise SettingsFault(
            f"no token: set DISCORD_TOKEN or {_TOKEN_FILE} to run on Discord,"
            " or try the bot without one by `make play`"
        )
    return token


def _read_token_file(path: Path) -> str:
    try:
        token = path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is not a text in UTF-8") from None
    except OSError as error:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} cannot be read: {error.strerror}") from None
    if not token:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is empty")
    return token


def _loopback_url(text: str) -> URL:
    url = URL(text)
    plain = url.path in ("", "/") and not url.query_string and not url.fragment
    if url.scheme != "http" or url.host not in ("127.0.0.1", "localhost", "::1") or not plain:
        raise ValueError
    if url.explicit_port is None or url.user is not None or url.password is not None:
        raise ValueError
    return url.origin()


def _lines(error: ValidationError) -> Iterator[str]:
    for fault in error.errors(include_input=False, include_url=False):
        field = str(fault["loc"][0]) if fault["loc"] else ""
        if field:
            yield f"{_NAMES[field]} {_MEANT[field]}"
        else:
            yield fault["msg"].removeprefix("Value error, ")
