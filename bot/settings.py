"""What the bot is told when it starts: the environment, `.env`, and the token's file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from yarl import URL

from bot.variables import TOKEN, SettingsFault, TokenFile, given, is_sound, refuse_unknown
from engine.cards import Card, parse_cards

REHEARSAL_TOKEN: Final = "doorcard-rehearsal-"  # noqa: S105 - how one begins, and no secret
"""How a token begins that is good for a rehearsal only."""

MOST_SHARDS: Final = 10_000
"""More connections than any bot has; a slip beyond it would be one login after the other."""

_URL: Final = "DOORCARD_DISCORD_URL"
_SEED: Final = "DOORCARD_SEED"
_DECK: Final = "DOORCARD_DECK"
_SHARD_COUNT: Final = "DOORCARD_SHARD_COUNT"
_SHARD_IDS: Final = "DOORCARD_SHARD_IDS"
_LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_MEANT: Final[Mapping[str, str]] = {
    TOKEN: "must be a bot's token, in one piece",
    "DOORCARD_DATABASE": "must name a file",
    "DOORCARD_LOG_LEVEL": f"must be one of {', '.join(_LOG_LEVELS)}",
    "DOORCARD_LOG_FORMAT": "must be text or json",
    "DOORCARD_PAUSE": "must be a number of seconds from 0.05 to 60",
    "DOORCARD_MESSAGE_CONTENT": "must be true or false",
    "DOORCARD_KEEP_HANDS": "must be a whole number of days from 0 (for ever) to 36500",
    "DOORCARD_METRICS_PORT": "must be a port from 1 to 65535",
    _SHARD_COUNT: f"must be a whole number from 1 to {MOST_SHARDS}",
    _SHARD_IDS: "must be whole numbers from 0 with commas, each once, like '0,1'",
    _URL: "must be http://127.0.0.1:PORT (or localhost, or [::1]), for a rehearsal",
    _SEED: "must be a whole number",
    _DECK: "must be cards like 'As Kd 7h', the decks apart by ';'",
}

S = TypeVar("S", bound="Whereabouts")


class LogFormat(StrEnum):
    """How a line of the log is written."""

    TEXT = "text"
    JSON = "json"


class Whereabouts(BaseSettings):
    """Where the chips are kept, all that a command beside the running bot must know."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        arbitrary_types_allowed=True,
        case_sensitive=True,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        dotenv_filtering="only_existing",
    )

    database: Path = Field(Path("data/doorcard.sqlite3"), validation_alias="DOORCARD_DATABASE")

    def __init__(self, env_file: Path | None) -> None:
        """Read the environment, then `env_file`; raise SettingsFault or ValidationError."""
        super().__init__(_env_file=env_file)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put the environment before `.env`, and let blank values count as not set."""
        sources = tuple(
            source
            for source in (env_settings, dotenv_settings)
            if isinstance(source, EnvSettingsSource)
        )
        for source in sources:
            source.env_vars = given(source.env_vars)
        return sources

    @field_validator("database")
    @classmethod
    def _at_home(cls, path: Path) -> Path:
        try:
            return path.expanduser()
        except RuntimeError:
            raise ValueError from None


class Settings(Whereabouts):
    """The settings of one process, fixed; `pause` is the seconds between two hands.

    `message_content` lets plain messages be acts, and asks Discord for the privileged intent.
    `keep_hands` is the days after which a hand loses its cards and acts, 0 for never.
    `metrics_port` is where figures are told on 127.0.0.1, None for nowhere. `shard_count` and
    `shard_ids` are the connections to Discord: as many as it advises, and all of them, where None.
    `discord_url`, `seed` and `deck` are for a rehearsal alone, with a rehearsal's token.
    """

    token: SecretStr = Field(validation_alias=TOKEN)
    log_level: str = Field("INFO", validation_alias="DOORCARD_LOG_LEVEL")
    pause: float = Field(
        5.0, ge=0.05, le=60, allow_inf_nan=False, validation_alias="DOORCARD_PAUSE"
    )
    log_format: LogFormat = Field(LogFormat.TEXT, validation_alias="DOORCARD_LOG_FORMAT")
    keep_hands: int = Field(90, ge=0, le=36_500, validation_alias="DOORCARD_KEEP_HANDS")
    metrics_port: int | None = Field(
        None, ge=1, le=65_535, validation_alias="DOORCARD_METRICS_PORT"
    )
    shard_count: int | None = Field(None, ge=1, le=MOST_SHARDS, validation_alias=_SHARD_COUNT)
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(
        None, validation_alias=_SHARD_IDS
    )
    message_content: bool = Field(False, validation_alias="DOORCARD_MESSAGE_CONTENT")
    discord_url: URL | None = Field(None, validation_alias=_URL)
    seed: int | None = Field(None, validation_alias=_SEED)
    deck: str = Field("", validation_alias=_DECK)

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
        """Put beside each source of variables the token's file that it names."""
        given = super().settings_customise_sources(
            settings_cls, init_settings, env_settings, dotenv_settings, file_secret_settings
        )
        sources: list[PydanticBaseSettingsSource] = []
        for source in given:
            if isinstance(source, EnvSettingsSource):
                sources += (TokenFile(source), source)
        return tuple(sources)

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

    @field_validator("log_format", mode="before")
    @classmethod
    def _any_case(cls, form: str) -> str:
        return form.lower()

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _apart(cls, ids: str | None) -> tuple[int, ...] | None:
        """Read numbers with commas, each once; int() alone would take '+1', '1_0' and '²'."""
        if ids is None:
            return None
        words = [word.strip() for word in ids.split(",")]
        if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
            raise ValueError
        numbers = tuple(int(word) for word in words)
        if len(set(numbers)) < len(numbers):
            raise ValueError
        return numbers

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
    def _shards_there_are(self) -> Settings:
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError(f"{_SHARD_IDS} needs {_SHARD_COUNT} beside it")
        if max(self.shard_ids) >= self.shard_count:
            raise ValueError(
                f"{_SHARD_IDS} must be below {_SHARD_COUNT}: they go from 0 to"
                f" {self.shard_count - 1}"
            )
        return self

    @model_validator(mode="after")
    def _rehearsal_alone(self) -> Settings:
        rehearsal = self.token.get_secret_value().startswith(REHEARSAL_TOKEN)
        if self.discord_url is not None and not rehearsal:
            raise ValueError(f"{_URL} goes with a rehearsal's token only, never with a real one")
        if self.discord_url is None and rehearsal:
            raise ValueError(f"a rehearsal's token goes with {_URL} only; `make play` sets both")
        for name, value in ((_SEED, self.seed), (_DECK, self.deck)):
            if self.discord_url is None and value not in (None, ""):
                raise ValueError(f"{name} is for a rehearsal only, beside {_URL}")
        return self


def read_settings(env_file: Path) -> Settings:
    """Read the settings; the environment goes before `env_file`, which need not be there.

    Where the environment names DOORCARD_DISCORD_URL the file is not read. Raises SettingsFault.
    """
    return _read(Settings, env_file)


def read_whereabouts(env_file: Path) -> Whereabouts:
    """Read where the database is as `read_settings` does; no token need be there."""
    return _read(Whereabouts, env_file)


def _read(kind: type[S], env_file: Path) -> S:
    refuse_unknown(os.environ, _MEANT, "the environment")
    rehearsal = os.environ.get(_URL, "").strip()
    read = None if rehearsal or not is_sound(env_file, _MEANT) else env_file
    try:
        return kind(read)
    except ValidationError as error:
        raise SettingsFault(_line(error)) from None


def _loopback_url(text: str) -> URL:
    url = URL(text)
    plain = url.path in ("", "/") and not url.query_string and not url.fragment
    if url.scheme != "http" or url.host not in ("127.0.0.1", "localhost", "::1") or not plain:
        raise ValueError
    if url.explicit_port is None or url.user is not None or url.password is not None:
        raise ValueError
    return url.origin()


def _line(error: ValidationError) -> str:
    """Return all faults of the settings as one line; where the token is missing that alone."""
    faults = error.errors(include_input=False, include_url=False)
    if any(fault["type"] == "missing" for fault in faults):
        return (
            f"no token: set {TOKEN} or {TOKEN}_FILE, in `.env` or the environment, to run on"
            " Discord, or try the bot without one by `make play`"
        )
    return "; ".join(_words(faults))


def _words(faults: Iterable[Any]) -> Iterator[str]:
    for fault in faults:
        if fault["loc"]:
            name = str(fault["loc"][0])
            yield f"{name} {_MEANT[name]}"
        else:
            yield fault["msg"].removeprefix("Value error, ")
