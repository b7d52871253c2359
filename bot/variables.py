"""The variables that settings are read from: the environment, `.env`, and the token's file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from dotenv.parser import parse_stream
from pydantic.fields import FieldInfo
from pydantic_settings import EnvSettingsSource, PydanticBaseSettingsSource

TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN_FILE: Final = "DISCORD_TOKEN_FILE"  # noqa: S105 - the name of a variable
_LONGEST_TOKEN_FILE: Final = 4_096
"""Characters of it that are read, of a token's about 70: a device would never end."""
_OURS: Final = "DOORCARD_"


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
        path, beside = self._variables.get(_TOKEN_FILE), self._variables.get(TOKEN)
        if path is None or TOKEN in self.current_state:
            return {}
        kept = _read_token_file(Path(path))
        if beside is not None and beside != kept:
            raise SettingsFault(f"{TOKEN} and {_TOKEN_FILE} hold different tokens: give one")
        return {TOKEN: kept}


def given(variables: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the variables that are set to something; blanks around them do not count."""
    return {name: value.strip() for name, value in variables.items() if value and value.strip()}


def refuse_unknown(names: Iterable[str], known: Collection[str], where: str) -> None:
    """Raise SettingsFault for a name that is one of ours but for a slip."""
    for name in names:
        if name.startswith(_OURS) and name not in known:
            raise SettingsFault(f"{name} in {where} is no setting; there are {', '.join(known)}")


def is_sound(path: Path, known: Collection[str]) -> bool:
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
    refuse_unknown((one.key for one in bindings if one.key is not None), known, str(path))
    return True


def _read_token_file(path: Path) -> str:
    try:
        with path.expanduser().open(encoding="utf-8-sig") as file:
            token = file.read(_LONGEST_TOKEN_FILE + 1).strip()
    except UnicodeDecodeError:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is not a text in UTF-8") from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsFault(f"{_TOKEN_FILE}: {path} cannot be read: {reason}") from None
    if not token:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is empty")
    if len(token) > _LONGEST_TOKEN_FILE:
        raise SettingsFault(f"{_TOKEN_FILE}: {path} is too long for a token")
    return token
