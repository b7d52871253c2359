"""What Discord refuses in a modal."""

from bot.rehearsal.component_refusals import refuse_duplicates, refuse_number
from bot.rehearsal.fields import Field, body_field
from bot.rehearsal.select_refusals import refuse_options, refuse_select
from bot.rehearsal.wire import SELECTS, ComponentKind, Json

TITLE = 45
COMPONENTS = 5
TEXT = 4000
TOP_LEVEL = frozenset({ComponentKind.ACTION_ROW, ComponentKind.TEXT_DISPLAY, ComponentKind.LABEL})
IN_LABEL = SELECTS | {
    ComponentKind.TEXT_INPUT,
    ComponentKind.FILE_UPLOAD,
    ComponentKind.RADIO_GROUP,
    ComponentKind.CHECKBOX_GROUP,
    ComponentKind.CHECKBOX,
}


def refuse_modal(body: Json) -> None:
    """Refuses a modal that Discord would not open; raises Refused 50035."""
    root = body_field(body)
    (root / "custom_id").text(1, 100, required=True)
    (root / "title").text(1, TITLE, required=True)
    for component in (root / "components").each(1, COMPONENTS, required=True):
        if component.mapping(required=True):
            _top(component)
    refuse_duplicates(root / "components")
    root.complaints.refuse()


def _top(component: Field) -> None:
    refuse_number(component)
    match (component / "type").choice(TOP_LEVEL):
        case ComponentKind.LABEL:
            _label(component)
        case ComponentKind.TEXT_DISPLAY:
            (component / "content").text(1, TEXT, required=True)
        case ComponentKind.ACTION_ROW:
            for inner in (component / "components").each(1, 1, required=True):
                if inner.mapping(required=True) and (inner / "type").choice(
                    {ComponentKind.TEXT_INPUT}
                ):
                    (inner / "label").text(1, 45, required=True)
                    _text_input(inner)
        case _:
            return  # the type itself has been complained about


def _label(label: Field) -> None:
    (label / "label").text(1, 45, required=True)
    (label / "description").text(0, 100)
    control = label / "component"
    if not control.mapping(required=True):
        return
    refuse_number(control)
    kind = (control / "type").choice(IN_LABEL)
    if kind is None:
        return
    if kind in SELECTS:
        refuse_select(control)
        if (control / "disabled").boolean():
            (control / "disabled").say(
                "COMPONENT_DISABLED_IN_MODAL", "A select in a modal can't be disabled."
            )
        return
    (control / "custom_id").text(1, 100, required=True)
    _grouped(control, kind)


def _grouped(control: Field, kind: int) -> None:
    match kind:
        case ComponentKind.TEXT_INPUT:
            (control / "label").banned("A text input in a label has no label of its own.")
            _text_input(control)
        case ComponentKind.RADIO_GROUP:
            refuse_options(control, 10, 1, fewest=2)
        case ComponentKind.CHECKBOX_GROUP:
            (control / "min_values").integer(0, 10)
            high = (control / "max_values").integer(1, 10)
            options = (control / "options").value
            count = len(options) if isinstance(options, list) else 0
            refuse_options(control, 10, high or count)
        case _:
            (control / "min_values").integer(0, 10)
            (control / "max_values").integer(1, 10)


def _text_input(field: Field) -> None:
    (field / "custom_id").text(1, 100, required=True)
    (field / "style").choice({1, 2})
    (field / "placeholder").text(0, 100)
    (field / "required").boolean()
    low = (field / "min_length").integer(0, TEXT)
    high = (field / "max_length").integer(1, TEXT)
    most = TEXT if high is None else high
    if (low or 0) > most:
        (field / "min_length").say(
            "TEXT_INPUT_MIN_OVER_MAX", "min_length can't be greater than max_length."
        )
    (field / "value").text(0, most)
