"""What can be said of an image before it runs: how it starts, as whom, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.image.podman import Podman
from tests.image.unmet import require

_MB: Final = 1_000_000
_READ_AT_ONCE: Final = 1 << 24
_OF_OURS: Final = (
    *("/opt", "/data", "-name", "setuptools*", "-o", "-name", ".git", "-o", "-perm", "/u+s,g+s"),
    *("-o", "-not", "-user", "0", "-not", "-path", "/data"),
)
"""What `find` looks for in what the bot brings itself; a base has files of other owners."""


def inspect(podman: Podman, image: str, base: str, marker: str, folder: Path) -> Iterator[str]:
    """Yield what is seen of an image, one line each; raise Unmet for what must not be.

    No layer of it may hold `marker`; `folder` takes a copy of it for as long as that is looked for.
    """
    known = podman.inspect(image)
    yield from _configured({**known["Config"], "Healthcheck": known.get("Healthcheck") or {}})
    size = known["Size"] / _MB
    own = size - podman.inspect(base)["Size"] / _MB
    yield f"{size:.0f} MB, of them {own:.0f} MB beside the base"
    saved = folder / "image.tar"
    podman.run("save", "--quiet", "--format=docker-archive", "--output", str(saved), image)
    require(not holds(saved, marker.encode()), "a file that must stay out is in the image")
    require(holds(saved, b"deals five-card stud"), "the layers can't be searched")
    saved.unlink()
    yield "no layer holds a token, a database, a repository or a test that lay beside the code"
    owner = known["Config"]["User"].partition(":")[0]
    for seek in (_everywhere(owner), _OF_OURS):
        # As root, who may look into everything.
        asked = ("run", "--rm", "--network=none", "--user=0", *podman.limits, "--entrypoint=find")
        found = podman.run(*asked, image, *seek)
        require(not found, f"the image holds {' '.join(found.split())}")
    yield "no pip in all of it, nor the means to make one, and nothing that its own user may change"


def _everywhere(owner: str) -> tuple[str, ...]:
    return (
        *("/", "-xdev", "(", "-name", "pip", "-o", "-name", "pip3*", "-o", "-name", "pip-*"),
        *("-o", "-name", "ensurepip", "-o", "-user", owner, "-not", "-path", "/data"),
        *("-o", "-type", "f", "-perm", "/o+w", ")", "-print"),
    )


def _configured(config: Any) -> Iterator[str]:
    user = str(config.get("User") or "")
    require(user.partition(":")[0] not in ("", "0", "root"), f"it runs as {user or 'root'}")
    require(user.replace(":", "").isdigit(), f"user {user} is no number")
    require(config["Entrypoint"] == ["doorcard"], f"entrypoint {config['Entrypoint']}")
    volumes = list(config.get("Volumes") or {})
    require(volumes == ["/data"], f"volumes {volumes}")
    stop = config.get("StopSignal")
    require(stop in ("SIGTERM", "15"), f"stop signal {stop}")
    health = config["Healthcheck"].get("Test")
    require(health == ["CMD", "doorcard", "health"], f"health check {health}")
    given = [variable for variable in config["Env"] if "TOKEN" in variable]
    require(not given, f"the environment holds {given}")
    yield f"starts doorcard itself as user {user}, one volume, no token in its environment"


def holds(file: Path, sought: bytes) -> bool:
    """Tell whether a file holds some bytes."""
    kept = b""
    with file.open("rb") as stream:
        while block := stream.read(_READ_AT_ONCE):
            kept = kept[-len(sought) :] + block
            if sought in kept:
                return True
    return False
