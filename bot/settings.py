"""What the bot is told when it starts: the environment, `.env`, and the token's file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from yarl import URL

from engine.cards import Card, parse_cards

REHEARSAL_TOKEN: Final = "doorcard-rehearsal-"  # noqa: S105 - how one begins, and no secret
"""How a token begins that is good for a rehearsal only."""

_TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN_FILE: Final = "DISCORD_TOKEN_FILE"  # noqa: S105 - the name of a variable
_URL: Final = "DOORCARD_DISCORD_URL"
_SEED: Final = "DOORCARD_SEED"
_DECK: Final = "DOORCARD_DECK"
_OURS: Final = "DOORCARD_"
_LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_MEANT: Final[Mapping[str, str]] = {
    _TOKEN: "must be a bot's token, in one piece",
    "DOORCARD_DATABASE": "must name a file",
    "DOORCARD_LOG_LEVEL": f"must be one of {', '.join(_LOG_LEVELS)}",
    "DOORCARD_PAUSE": "must be a number of seconds from 0.05 to 60",
    "DOORCARD_MESSAGE_CONTENT": "must be true or false",
    _URL: "must be http://127.0.0.1:PORT (or localhost, or [::1]), for a rehearsal",
    _SEED: "must be a whole number",
    _DECK: "must be cards like 'As Kd 7h', the decks apart by ';'",
}

S = TypeVar("S", bound="Whereabouts")


class SettingsFault(Exception):
    """Settings the bot cannot start with; the message is one clear line without the token."""


class TokenFile(PydanticBaseSettingsSource):
    """The token out of the file that a source of variables names; it stands before that source."""

    def __init__(self, named_by: EnvSettingsSource) -> None:
        super().__init__(named_by.settings_cls)
        self._variables = named_by.env_vars

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return nothing: the one value is found by calling the source."""
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """Read the file, unless a source before has the token.

        Raises SettingsFault where it cannot be read or holds another token than its source.
        """
        path, beside = self._variables.get(_TOKEN_FILE), self._variables.get(_TOKEN)
        if path is None or _TOKEN in self.current_state:
            return {}
        kept = _read_token_file(Path(path))
        if beside is not None and beside != kept:
            raise SettingsFault(f"{_TOKEN} and {_TOKEN_FILE} hold different tokens: give one")
        return {_TOKEN: kept}


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
            source.env_vars = _given(source.env_vars)
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
    `discord_url`, `seed` and `deck` are for a rehearsal alone, with a rehearsal's token.
    """

    token: SecretStr = Field(validation_alias=_TOKEN)
    log_level: str = Field("INFO", validation_alias="DOORCARD_LOG_LEVEL")
    pause: float = Field(
        5.0, ge=0.05, le=60, allow_inf_nan=False, validation_alias="DOORCARD_PAUSE"
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
    _refuse_unknown(os.environ, "the environment")
    rehearsal = os.environ.get(_URL, "").strip()
    read = None if rehearsal or not _is_sound(env_file) else env_file
    try:
        return kind(read)
    except ValidationError as error:
        raise SettingsFault(_line(error)) from None


def _given(variables: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the variables that are set to something; blanks around them do not count."""
    return {name: value.strip() for name, value in variables.items() if value and value.strip()}


def _refuse_unknown(names: Iterable[str], where: str) -> None:
    """Raise SettingsFault for a name that is one of ours but for a slip."""
    for name in names:
        if name.startswith(_OURS) and name not in _MEANT:
            raise SettingsFault(f"{name} in {where} is no setting; there are {', '.join(_MEANT)}")


def _is_sound(path: Path) -> bool:
    """Tell whether a file of variables is there; raise SettingsFault for a line that is none.

    The library only warns of such a line and goes on without it.
    """
    if path.is_fifo():
        return True  # a keeper of secrets writes it, and it can be read but once
    try:
        with path.open(encoding="utf-8-sig") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return False
    except UnicodeDecodeError:
        raise SettingsFault(f"{path} is not a text in UTF-8") from None
    except OSError as error:
        raise SettingsFault(f"{path} cannot be read: {error.strerror}") from None
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            text = binding.original.string
            line = binding.original.line + len(text) - len(text.lstrip("\r\n"))
            raise SettingsFault(f"{path}, line {line}: not a line like NAME=value")
    _refuse_unknown((one.key for one in bindings if one.key is not None), str(path))
    return True


def _read_token_file(path: Path) -> str:
    try:
        token = path.expanduser().read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is not a text in UTF-8") from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsFault(f"{_TOKEN_FILE}: {path} cannot be read: {reason}") from None
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


def _line(error: ValidationError) -> str:
    """Return all faults of the settings as one line; where the token is missing that alone."""
    faults = error.errors(include_input=False, include_url=False)
    if any(fault["type"] == "missing" for fault in faults):
        return (
            f"no token: set {_TOKEN} or {_TOKEN_FILE}, in `.env` or the environment, to run on"
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
