"""The door: commands, buttons and modals; parse, call, answer."""
