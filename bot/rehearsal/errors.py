"""How Discord says no."""

from enum import Enum

from bot.rehearsal.wire import Json


class Fault(Enum):
    """Discord's refusals by name: HTTP status, error code, words."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    TOO_MANY_CREATES = (
        400,
        30034,
        "Max number of daily application command creates has been reached (200)",
    )
    TOO_MANY_OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    )
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_BODY = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
    REPLY_UNREADABLE = (
        400,
        160002,
        "Cannot reply without permission to read message history",
    )
    THREAD_LOCKED = (400, 160005, "This thread is locked")


class Refused(Exception):
    """Discord's answer when a request isn't taken; with `retry_after` (seconds) only not yet."""

    def __init__(
        self, fault: Fault, errors: Json | None = None, *, retry_after: float | None = None
    ) -> None:
        self.fault = fault
        self.status, self.code, self.words = fault.value
        self.errors = errors
        self.retry_after = retry_after
        super().__init__(f"{self.status} {self.code}: {self.words} {errors or ''}".rstrip())

    def body(self) -> Json:
        """Gives the JSON body of the answer."""
        body: Json = {"message": self.words, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body
