"""What can't be done in an archived or a locked thread, and what wakes one."""

from bot.rehearsal.channels import Channel, Thread
from bot.rehearsal.errors import Fault, Refused
from bot.rehearsal.guilds import User
from bot.rehearsal.permissions import Permission
from bot.rehearsal.wire import Intent, Json
from bot.rehearsal.world import Notice, World


def refuse_post(world: World, channel: Channel, author: User) -> None:
    """Refuses a new message in a locked thread, unless the author manages threads."""
    if isinstance(channel, Thread) and channel.locked and not _manages(world, channel, author):
        raise Refused(Fault.THREAD_ARCHIVED if channel.archived else Fault.THREAD_LOCKED)


def refuse_edit(world: World, channel: Channel, author: User) -> None:
    """Refuses an edit in an archived thread (50083), or a locked one as `refuse_post` does."""
    if isinstance(channel, Thread) and channel.archived:
        raise Refused(Fault.THREAD_ARCHIVED)
    refuse_post(world, channel, author)


def refuse_delete(world: World, channel: Channel, author: User) -> None:
    """Refuses a deletion in a thread that is archived and locked; in others it goes."""
    if isinstance(channel, Thread) and channel.archived:
        refuse_post(world, channel, author)


def wake(world: World, channel: Channel) -> None:
    """Un-archives a thread in which somebody writes (THREAD_UPDATE)."""
    if isinstance(channel, Thread) and channel.archived:
        set_archived(world, channel, archived=False, locked=channel.locked)


def set_archived(world: World, thread: Thread, *, archived: bool, locked: bool) -> None:
    """Archives a thread or takes it up again (THREAD_UPDATE)."""
    thread.archived, thread.locked = archived, locked
    thread.archive_stamp = world.clock.stamp()
    tell_thread(world, "THREAD_UPDATE", thread, thread.payload())


def tell_thread(world: World, name: str, thread: Thread, payload: Json) -> None:
    """Tells of a thread; a bot that can't see it hears nothing."""
    guild = world.guilds[thread.guild_id]
    if Permission.VIEW_CHANNEL in guild.permissions(world.bot.id, thread):
        world.tell(Notice(name, payload, guild.id, Intent.GUILDS))


def _manages(world: World, thread: Thread, user: User) -> bool:
    granted = world.guilds[thread.guild_id].permissions(user.id, thread)
    return Permission.MANAGE_THREADS in granted
