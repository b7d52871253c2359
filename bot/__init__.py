"""The room: settings, store, bank, tables and clock, and all that draws or sends them."""
