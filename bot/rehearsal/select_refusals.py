"""What Discord refuses in a select, in a message or a modal."""

from bot.rehearsal.fields import Field
from bot.rehearsal.wire import ComponentKind

OPTIONS = 25


def refuse_select(select: Field) -> None:
    """Notes what is wrong with a select of any kind."""
    (select / "custom_id").text(1, 100, required=True)
    (select / "placeholder").text(0, 150)
    (select / "disabled").boolean()
    (select / "required").boolean()
    low = (select / "min_values").integer(0, OPTIONS)
    high = (select / "max_values").integer(1, OPTIONS)
    least = 1 if low is None else low
    most = 1 if high is None else high
    if least > most:
        (select / "min_values").say(
            "SELECT_COMPONENT_MIN_OVER_MAX", "min_values can't be greater than max_values."
        )
    if select.value["type"] == ComponentKind.STRING_SELECT:
        refuse_options(select, OPTIONS, most)
    elif (select / "options").given:
        (select / "options").banned("Only a string select has options.")


def refuse_emoji(emoji: Field) -> bool:
    """Notes what is wrong with the emoji of a button or option; says whether there is one."""
    if not emoji.mapping():
        return False
    number = (emoji / "id").snowflake()
    name = (emoji / "name").text(0, 64)
    if number is None and (not name or name.isascii()):
        (emoji / "name").say("COMPONENT_INVALID_EMOJI", "Invalid emoji")
    return True


def refuse_options(select: Field, limit: int, most: int, *, fewest: int = 1) -> None:
    """Notes what is wrong with the options of a select, radio or checkbox group."""
    options = (select / "options").each(fewest, limit, required=True)
    seen: set[object] = set()
    for option in options:
        (option / "label").text(1, 100, required=True)
        value = (option / "value").text(1, 100, required=True)
        (option / "description").text(0, 100)
        refuse_emoji(option / "emoji")
        if value in seen:
            (option / "value").say(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)
    if most > len(options):
        (select / "max_values").say(
            "SELECT_COMPONENT_MAX_OVER_OPTIONS", "max_values can't exceed the number of options."
        )
    if sum((option / "default").boolean() for option in options) > most:
        (select / "options").say(
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values."
        )
