"""The words for people: every text goes through `_`, in the language the process starts in.

The functions of the same names in `gettext` look for their catalogue on the disk at each call,
which made a quarter of what a click costs; here it is found once.
"""

from __future__ import annotations

import gettext
from typing import Final

_TRANSLATION: Final = gettext.translation("doorcard", fallback=True)

_ = _TRANSLATION.gettext
ngettext = _TRANSLATION.ngettext
