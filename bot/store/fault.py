"""What is wrong with a database that the bot will not work on."""


class StoreFault(Exception):
    """The database cannot be used; the message is one clear line for whoever started the bot."""
