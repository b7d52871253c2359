"""Whose turn it is to identify: Discord lets one shard of a bucket do so in five seconds."""

from bot.rehearsal.clock import Clock

IDENTIFY_EVERY = 5.0
"""Seconds between two IDENTIFYs of one bucket (`shard % max_concurrency`)."""

JITTER = 0.5
"""Seconds by which two of them may be nearer each other when they arrive than when they left."""

MAX_CONCURRENCY = 16
"""How many shards may identify at once, as Discord lets large bots."""


class Turns:
    """When each bucket has identified; `hasty` are the shards that did not wait for their turn.

    `concurrency` is how many buckets there are; a test may set it before the bot asks.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._taken: dict[int, float] = {}
        self.concurrency = MAX_CONCURRENCY
        self.hasty: list[int] = []

    def take(self, shard: int) -> bool:
        """Takes a shard's turn to identify; False when it comes too soon after its bucket's."""
        now, bucket = self._clock.now(), shard % self.concurrency
        if now - self._taken.get(bucket, -IDENTIFY_EVERY) < IDENTIFY_EVERY - JITTER:
            self.hasty.append(shard)
            return False
        self._taken[bucket] = now
        return True

    def begin_anew(self) -> None:
        """Forgets who has identified: a test need not wait before it starts the bot again."""
        self._taken.clear()
