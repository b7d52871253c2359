"""A modal as a person fills it in."""

from bot.rehearsal.wire import SELECTS, ComponentKind, Json

TICKED = frozenset({ComponentKind.CHECKBOX})
MANY = SELECTS | {ComponentKind.CHECKBOX_GROUP, ComponentKind.FILE_UPLOAD}


class Form:
    """An open modal and what is typed into it; with `raw` the client's own checks are left out."""

    def __init__(self, modal: Json, *, raw: bool = False) -> None:
        self.modal = modal
        self.raw = raw
        self._values: dict[str, object] = {}

    def fill(self, name: str, value: object) -> None:
        """Fills a field, named by its custom_id or its label, or the beginning of either."""
        for fits in (_equal, _begins):
            for label, control in self._controls():
                if fits(name, control["custom_id"]) or fits(name, label):
                    self._values[control["custom_id"]] = value
                    return
        fields = ", ".join(f"{c['custom_id']} ({label})" for label, c in self._controls())
        raise AssertionError(
            f"the modal {self.modal['title']!r} has no field {name!r}; it has: {fields}"
        )

    def payload(self) -> Json:
        """Gives the data of the submitted modal; AssertionError when the client would not send."""
        return {
            "custom_id": self.modal["custom_id"],
            "components": [
                self._component(component, number)
                for number, component in enumerate(self.modal["components"], start=1)
            ],
        }

    def _controls(self) -> list[tuple[str, Json]]:
        controls: list[tuple[str, Json]] = []
        for component in self.modal["components"]:
            if component["type"] == ComponentKind.LABEL:
                controls.append((component["label"], component["component"]))
            else:
                rows = component.get("components") or []
                controls.extend((control.get("label") or "", control) for control in rows)
        return controls

    def _component(self, component: Json, number: int) -> Json:
        base: Json = {"type": component["type"], "id": component.get("id") or number}
        if component["type"] == ComponentKind.LABEL:
            base["component"] = self._control(component["label"], component["component"])
        elif component["type"] == ComponentKind.ACTION_ROW:
            base["components"] = [
                self._control(control.get("label") or "", control)
                for control in component["components"]
            ]
        return base

    def _control(self, label: str, control: Json) -> Json:
        kind, custom_id = control["type"], control["custom_id"]
        base: Json = {"type": kind, "id": control.get("id") or 100, "custom_id": custom_id}
        value = self._values.get(custom_id)
        if kind == ComponentKind.TEXT_INPUT:
            text = str(control.get("value") or "") if value is None else str(value)
            self._object(label, control, text)
            return base | {"value": text}
        if kind in TICKED:
            return base | {"value": bool(control.get("default") if value is None else value)}
        if kind in MANY:
            return base | {"values": self._chosen(label, control, value)}
        chosen = self._chosen(label, control, value)
        return base | {"value": chosen[0] if chosen else None}

    def _chosen(self, label: str, control: Json, value: object) -> list[str]:
        options = control.get("options") or []
        if value is None:
            wanted = [option["value"] for option in options if option.get("default")]
        else:
            wanted = [str(v) for v in (value if isinstance(value, (list, tuple)) else [value])]
        by_label = {option["label"]: option["value"] for option in options}
        chosen = [by_label.get(item, item) for item in wanted]
        values = [option["value"] for option in options]
        if not self.raw and options and any(item not in values for item in chosen):
            raise AssertionError(f"{label!r} offers {', '.join(by_label)}, not {wanted}")
        if not self.raw and not chosen and control.get("required", True):
            raise AssertionError(f"{label!r} must be chosen")
        return chosen

    def _object(self, label: str, control: Json, text: str) -> None:
        if self.raw:
            return
        if not text:
            if control.get("required", True):
                raise AssertionError(f"{label!r} must be filled in")
            return
        low, high = control.get("min_length") or 0, control.get("max_length") or 4000
        if not low <= len(text) <= high:
            raise AssertionError(f"{label!r} takes {low} to {high} characters, not {len(text)}")


def _equal(name: str, text: str) -> bool:
    return name.replace("_", " ").casefold() == text.replace("_", " ").casefold()


def _begins(name: str, text: str) -> bool:
    return text.replace("_", " ").casefold().startswith(name.replace("_", " ").casefold())
