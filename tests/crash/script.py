"""What people do in an evening: step by step, each as one of them would do it at his screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, Final, Protocol

from bot.deadline import notice
from bot.rehearsal.messages import Message
from bot.rehearsal.people import Person
from bot.rehearsal.permissions import Permission
from bot.rehearsal.targets import button_of, select_of
from bot.rehearsal.wire import MessageFlag
from tests.crash.mortal import Mortal, asked_of

NAMES: Final = ("Ann", "Ben", "Cid", "Dee")
CLOCK: Final = 60


class Scene:
    """The people of the evening, and what they see in their channel."""

    def __init__(self, stage: Mortal) -> None:
        """Let Ann, who manages the server, and the others in."""
        self.stage = stage
        self.people = {name: stage.person(name) for name in NAMES}
        stage.person("Ann", permissions=Permission.MANAGE_GUILD)

    def public(self) -> list[Message]:
        """Return what everybody sees in the channel, oldest first."""
        return [one for one in self.people["Ann"].messages() if not one.ephemeral]

    def panels(self) -> list[Message]:
        """Return the messages that show tables, oldest first."""
        return [one for one in self.public() if MessageFlag.IS_COMPONENTS_V2 in one.flags]

    def panel(self) -> Message:
        """Return the newest panel."""
        return self.panels()[-1]

    def actor(self) -> Person:
        """Return whose turn the newest panel says it is."""
        text = self.panel().text
        for person in self.people.values():
            for words in ("to act", "still to declare", "deals next and chooses"):
                if f"{person.mention} {words}" in text:
                    return person
        raise AssertionError(f"nobody is to act:\n{text}")


@dataclass(frozen=True, slots=True)
class Wish:
    """Something one person wants, in the form he would send it again.

    `again` says that he sends it again where he got no answer, whatever has become of it: it
    carries its moment. Any other he repeats when he sees that nothing was done. `silent` says
    that nobody waits for an answer.
    """

    send: Callable[[], Awaitable[object]]
    again: bool = False
    silent: bool = False


class Step(Protocol):
    """One thing that happens in an evening."""

    def wish(self, scene: Scene) -> Wish:
        """Return what is wanted by what is seen now."""


@dataclass(frozen=True, slots=True)
class Slash:
    """Somebody sends a command; its option `member` is one of the people by his name."""

    who: str
    words: str
    options: dict[str, Any] = field(default_factory=dict)

    def wish(self, scene: Scene) -> Wish:
        """Return the command."""
        people = scene.people
        options: dict[str, Any] = {
            option: people[value] if option == "member" else value
            for option, value in self.options.items()
        }
        return Wish(lambda: people[self.who].slash(self.words, **options))


@dataclass(frozen=True, slots=True)
class Say:
    """The actor writes a message to the bot; one that counts is not answered."""

    words: str

    def wish(self, scene: Scene) -> Wish:
        """Return the message; whoever sees that nothing came of it writes another."""
        actor, stage = scene.actor(), scene.stage

        async def say() -> None:
            met = len(stage.met())
            await actor.say(f"@Doorcard {self.words}")
            await stage.stirred(met)

        return Wish(say, silent=True)


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody presses the first of these buttons that he sees; without a name the actor does."""

    labels: tuple[str, ...]
    who: str = ""
    private: bool = False

    def wish(self, scene: Scene) -> Wish:
        """Return the press of the button as it is now, wherever that will have gone."""
        person = scene.people[self.who] if self.who else scene.actor()
        looked_at = reversed(person.privates()) if self.private else [scene.panel()]
        for message, label in product(looked_at, self.labels):
            button = button_of(message, label)
            if button is not None:
                seen = len(message.versions) - 1  # a second press comes from the same picture
                send = partial(person.press, message, button["custom_id"], version=seen)
                return Wish(send, again=True)
        raise AssertionError(f"{person.name} sees none of {self.labels}:\n{person.sees()}")


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody chooses from the menu that he alone sees."""

    who: str
    value: str

    def wish(self, scene: Scene) -> Wish:
        """Return the choice."""
        person = scene.people[self.who]
        for menu in reversed(person.privates()):
            select = select_of(menu)
            if select is not None:
                seen = len(menu.versions) - 1
                send = partial(
                    person.press,
                    menu,
                    select["custom_id"],
                    values=[self.value],
                    version=seen,
                )
                return Wish(send, again=True)
        raise AssertionError(f"{person.name} sees no menu:\n{person.sees()}")


@dataclass(frozen=True, slots=True)
class Submit:
    """Somebody fills in the form that is open; `again` where it carries its moment."""

    who: str
    fields: dict[str, object]
    again: bool = False

    def wish(self, scene: Scene) -> Wish:
        """Return the form, as it was opened."""
        person = scene.people[self.who]
        modal = person.modal
        return Wish(lambda: person.fill(self.fields, modal=modal), again=self.again)


@dataclass(frozen=True, slots=True)
class Pass:
    """Time passes: to the table's deadline, or to when its actor is called before it."""

    call: bool = False

    def wish(self, scene: Scene) -> Wish:
        """Return the turn of the time; nobody waits for an answer."""
        ahead = (notice(CLOCK) or 0.0) if self.call else 0.0

        async def pass_by() -> None:
            stage = scene.stage
            rows = asked_of(
                stage.database, "SELECT max(due_at) FROM tables WHERE phase <> 'closed'"
            )
            stage.turn(max(stage.fuse.now, rows[0][0] - ahead + 0.01))

        return Wish(pass_by, silent=True)


def _pressed(*presses: str) -> list[Step]:
    """Return presses of the actor, one after the other; `A|B`: A where there is one, else B."""
    return [Press(tuple(labels.split("|"))) for labels in presses]


def _opened(preset: str, **amounts: int) -> list[Step]:
    """Open a table, seat people with so many chips, and deal."""
    first = next(iter(amounts))
    options = {"preset": preset, "min_buy_in": 20, "max_buy_in": 400, "clock": CLOCK}
    return [
        Slash("Ann", "table open", options),
        *(Slash(name, "sit", {"amount": amount}) for name, amount in amounts.items()),
        Slash(first, "deal"),
    ]


SIDE_POTS = "Ks Qs Ah 8h Kd Jc 3c 2s 2h Qd Th 9d Js 2d 7c 6c 4s 7h 3d 4d 5d Ad 5c"
"""Dee brings in and loses all; Cid wins the main pot and the first side pot, Ann the second."""

LEAVING = "2h 3h 4h 5h Kc 9s 8c 2d"
X38 = "Kd 2h Qd Kc 7c 9c As 5s 4d Qs Ah Jd 3s 8d Ad 9h 7s 3d 6c 9d"
X30 = "Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d"
SHORT = "2c 7d Qs 9c Kd 4d"

DECKS: Final = (SIDE_POTS, LEAVING, X38, X30, SHORT, SHORT)

_ROUND = ("Call",) * 3

FIXED_LIMIT: Final[list[Step]] = [
    *_opened("casino_fixed", Ann=200, Ben=200, Cid=60, Dee=40),
    *_pressed("Bring in", "Complete", *_ROUND),
    *_pressed("Bet", "Raise", *_ROUND, "Bet", *_ROUND),
    *_pressed("All-in|Bet", "Raise|Complete|All-in|Call", "Call"),
    Press(("Rebuy",), "Dee"),
    Submit("Dee", {"amount": 60}),
    Pass(),
    *_pressed("Bring in"),
    Slash("Cid", "leave"),
    Slash("Ann", "house room", {"option": "misses", "value": "3"}),
    Pass(call=True),
    Pass(),
    Slash("Ben", "sitout"),
    *_pressed("Call|Complete", "Bet|Check", "Call|Check|Bet", "Bet", "Fold"),
    Slash("Ann", "table close"),
]
"""Two side pots, a rebuy; a leave, a changed house, a call and a time-out in mid-hand."""

BUYING: Final[list[Step]] = [
    *_opened("hilo_buy", Ann=200, Ben=200, Cid=200),
    *_pressed("Check", "Check", "Check", "Bet 10", "Call", "Call", "Check", "Check", "Check"),
    *_pressed("Stand pat", "Buy a card"),
    Press(("Give up 7♠",), "Ben", private=True),
    *_pressed("Buy a card"),
    Press(("Give up 8♦",), "Cid", private=True),
    *_pressed("Bet 20", "Call", "Call"),
    Press(("Declare",), "Ben"),
    Press(("High",), "Ben", private=True),
    Press(("Low",), "Ben", private=True),
    Slash("Cid", "declare", {"way": "high"}),
    Press(("Declare",), "Ann"),
    Press(("High",), "Ann", private=True),
    Slash("Ann", "table close"),
]
"""A buy, and a simultaneous declaration in which somebody changes his mind."""

IN_SEQUENCE: Final[list[Step]] = [
    Slash("Ann", "house save", {"name": "in_turn", "from": "hilo_declare"}),
    Slash("Ann", "house set", {"variant": "in_turn", "option": "declare", "value": "sequential"}),
    *_opened("in_turn", Ann=200, Ben=200, Cid=200),
    *_pressed("Check", "Check"),
    Say("bet 10"),
    Slash("Cid", "chips give", {"member": "Ann", "amount": 30}),
    *_pressed("Call", "Call", *["Check"] * 9),
    *_pressed("High|Declare high", "Low|Declare low", "Low|Declare low"),
    Slash("Ann", "table close"),
]
"""A game of the server's own, declared in turn; an act by a message, and a gift of chips."""

CHOICE: Final[list[Step]] = [
    *_opened("dealers_choice", Ann=100, Ben=100, Cid=100),
    Press(("Choose the game",)),
    Choose("Cid", "classic_nl"),
    *_pressed("Bring in", "Raise to …"),
    Submit("Ann", {"amount": 6}, again=True),
    *_pressed("Fold", "Fold"),
    Pass(),
    Pass(),
    *_pressed("Bring in"),
    Slash("Ann", "table close"),
]
"""Dealer's choice by a menu and by the clock, a typed amount, a table closed in mid-hand."""

EVENING: Final = (*FIXED_LIMIT, *BUYING, *IN_SEQUENCE, *CHOICE)
