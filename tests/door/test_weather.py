"""Every way in which Discord is known to fail, what is right then, and the test that shows it.

A line is a fault and the right behaviour, the one below it the test.

Requests

- 429 of a bucket: waited out; a click waits for no edit
  test_an_edit_survives_many_429
- 429 of the whole bot: waited out by edits alone
  test_a_bot_globally_limited_goes_on_taking_clicks
- 429 on an answer: again within 3 s
  test_a_click_in_a_storm_counts_once_and_is_answered
- 500, 503 on an answer, once: again after 1 s
  test_a_click_in_a_storm_counts_once_and_is_answered
- the same twice in a row: given up, act stands and shows
  test_an_answer_that_is_refused_or_late_leaves_the_act_and_the_panel_shows_it
- 500, 502, 503 on an edit: again
  test_a_panel_is_shown_through_every_fault_of_an_edit
- a reset before it took effect: again
  test_a_dropped_answer_is_sent_again_and_called_no_fault
- a reset after it took effect: one message
  test_a_post_whose_answer_is_lost_makes_one_message
- a time-out of an answer: others go on
  test_a_hanging_answer_does_not_hold_the_next_hand_back
- a time-out of a post: sent again
  test_a_hanging_post_is_sent_again
- an answer after 3 s: act stands and shows
  test_an_answer_that_is_refused_or_late_leaves_the_act_and_the_panel_shows_it
- 10062: act stands and shows
  test_a_command_that_cannot_be_answered_in_time_counts_once
- 40060, our own first try: no fault
  test_a_click_in_a_storm_counts_once_and_is_answered
- 40060, doubled dispatch: done once
  test_foreign_stale_and_doubled_presses_change_nothing
- 50027: dropped silently, Peek serves
  test_a_token_of_fifteen_minutes_ago_pushes_nothing_and_peek_serves
- a late edit over a newer click: painted again
  test_a_late_edit_never_stays_over_what_a_click_has_painted

The gateway

- dropped, RESUME: clicks replayed, done once
  test_a_click_while_the_connection_is_down_counts_once_when_it_resumes
- connections refused, RESUME: clicks replayed, done once
  test_a_click_while_the_gateway_refuses_connections_counts_once_when_it_resumes
- refused for a while: clocks stand, 20 s after
  test_while_the_gateway_is_gone_nobody_is_timed_out
- op 7, op 9 of both kinds, RESUME too late: as it was
  test_every_way_to_lose_a_session_leaves_the_table_as_it_was
- one shard of several away: its tables alone stand
  test_a_shard_that_is_away_holds_its_own_tables_and_no_others
- a guild gone with the session: it alone is paid
  test_a_guild_gone_while_its_shard_was_away_pays_out_and_no_other_does
- a click told of twice: once
  test_what_is_told_of_twice_happens_once
- a command told of twice: once
  test_a_doubled_command_counts_once
- a refused command told of twice: nothing
  test_a_refused_command_told_of_again_does_nothing
- a message told of twice: once
  test_a_doubled_message_counts_once_and_is_answered_once
- deletions told of twice: once
  test_what_is_told_of_twice_happens_once
- a guild's coming and going told of twice: once
  test_a_bot_removed_in_mid_hand_and_invited_again_has_paid_everybody_out
- an outage of a guild: clocks stand, nothing closes
  test_an_outage_of_the_server_holds_the_clock_and_closes_nothing
- everything hangs at SIGTERM: exit 0 in time
  test_a_hung_discord_holds_no_stop_back_nor_does_a_second_order

The staff of a server (PEERS 10, 12, 13)

- the panel deleted: posted again
  test_a_deleted_panel_is_posted_again
- the panel purged: posted again
  test_a_purged_panel_is_posted_again
- the channel deleted: refund
  test_a_table_whose_channel_is_deleted_pays_everybody_out
- the same while the bot is away: refund
  test_a_channel_that_was_deleted_meanwhile_is_noticed_at_the_start
- the thread deleted: refund
  test_a_deleted_thread_pays_everybody_out
- the thread archived: taken up again
  test_an_archived_thread_is_taken_up_again_by_a_new_panel
- the thread locked: pause
  test_a_locked_thread_pauses_and_goes_on_when_it_is_unlocked
- view or send lost: pause
  test_a_permission_lost_in_mid_hand_pauses_and_goes_on_when_it_is_back
- the same while the bot is away: pause
  test_a_permission_lost_while_the_bot_was_away_pauses_at_the_start
- send in threads lost: pause
  test_a_thread_that_may_not_be_written_in_pauses
- embed links lost: nothing
  test_without_embed_links_nothing_pauses
- a refusal that no event told of: pause
  test_a_refusal_that_no_event_foretold_pauses_and_is_tried_again
- a pause of ten minutes: refund
  test_after_ten_minutes_the_hand_is_void_and_everyone_paid
- a restart within it: not put off
  test_a_restart_does_not_put_the_closing_off
- a member gone: out of the hand
  test_a_member_who_has_left_the_server_is_noticed_when_his_time_runs_out
- a member banned: out at once
  test_a_member_banned_in_mid_hand_is_out_at_once_and_the_hand_goes_on
- the bot removed: refund
  test_a_table_of_a_server_that_removes_the_bot_pays_everybody_out
- the same while the bot is away: refund
  test_a_server_that_removed_the_bot_while_it_was_away_pays_everybody_out
- removed and invited again: refund, then anew
  test_a_bot_removed_in_mid_hand_and_invited_again_has_paid_everybody_out
- the same while the bot is away: goes on
  test_a_bot_removed_and_invited_again_while_it_was_away_goes_on
- a panel nobody noted: found
  test_one_is_found_among_the_last_messages_after_the_restart
- the same, history unreadable: by a press
  test_where_the_bot_may_not_read_one_is_cleaned_by_its_first_press
"""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_each_test_that_is_named_above_is_there() -> None:
    named = set(re.findall(r"\btest_[a-z0-9_]+", __doc__ or ""))
    there = "\n".join(path.read_text("utf-8") for path in TESTS.glob("*/test_*.py"))
    missing = {name for name in named if f"def {name}(" not in there}
    assert len(named) > 40
    assert missing == set()
