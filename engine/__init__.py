"""The game of five-card stud: values in, values out, by the rules numbered in RULES.md."""
