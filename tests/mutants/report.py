"""What a run of `make mutants` has found: how many changes were noticed, and which were not."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Final

LEAST: Final = 85.0
"""The share of the changes, in per cent, that tests must notice."""

_LINE: Final = re.compile(r"\s*(?P<name>\S+__mutmut_\d+): (?P<status>.+)")
_NOTICED: Final = frozenset({"killed", "timeout", "segfault", "caught by type check"})
_LEFT_OUT: Final = frozenset({"not checked", "skipped", "check was interrupted by user"})


def report(lines: list[str]) -> tuple[list[str], int]:
    """Return what to print of `mutmut results --all true`, and the exit code.

    It is 0 where enough changes were noticed, 1 where too few were or none was tried.
    """
    found = [match for line in lines if (match := _LINE.fullmatch(line.rstrip()))]
    counts = Counter(match["status"] for match in found)
    missed = [f"{match['name']}: {match['status']}" for match in found if _is_missed(match)]
    noticed = sum(counts[status] for status in _NOTICED)
    tried = noticed + len(missed)
    told = [*missed, ", ".join(f"{status} {count}" for status, count in sorted(counts.items()))]
    if not tried:
        return [*told, "No change was tried."], 1
    share = 100 * noticed / tried
    told.append(f"{noticed} of {tried} changes were noticed: {share:.1f} % (at least {LEAST:.0f})")
    return told, int(share < LEAST)


def _is_missed(match: re.Match[str]) -> bool:
    return match["status"] not in _NOTICED | _LEFT_OUT


if __name__ == "__main__":
    words, code = report(sys.stdin.readlines())
    sys.stdout.write("\n".join(words) + "\n")
    sys.exit(code)
