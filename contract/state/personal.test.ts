import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "../nouns/drafts.ts";
import type { UserTopic } from "../nouns/user-topics.ts";
import type { EventBody } from "../events/index.ts";
import { applyAll, stateWith, createSubscription, unread } from "./fixtures/samples.ts";

const draft = (id: number, timestamp: number): Draft => ({
  id,
  timestamp,
  type: "",
  to: [],
  topic: "",
  content: `draft ${id}`,
});

test("drafts are sorted by the time of their last edit, newest first", () => {
  const state = applyAll(stateWith({ drafts: [draft(1, 10)] }), [
    { type: "drafts", op: "add", drafts: [draft(2, 20), draft(3, 30)] },
    { type: "drafts", op: "update", draft: draft(1, 40) },
    { type: "drafts", op: "remove", draft_id: 2 },
  ]);
  assert.deepEqual(state.drafts, [draft(1, 40), draft(3, 30)]);
});

test("scheduled messages are sorted by delivery time", () => {
  const waiting = (scheduled_message_id: number, scheduled_delivery_timestamp: number) => ({
    scheduled_message_id,
    scheduled_delivery_timestamp,
    type: "private" as const,
    to: [2],
    content: "x",
    rendered_content: "<p>x</p>",
    failed: false,
  });
  const state = applyAll(stateWith({ scheduled_messages: [waiting(1, 100)] }), [
    { type: "scheduled_messages", op: "add", scheduled_messages: [waiting(2, 50)] },
    { type: "scheduled_messages", op: "update", scheduled_message: waiting(1, 20) },
  ]);
  assert.deepEqual(state.scheduled_messages, [waiting(1, 20), waiting(2, 50)]);
});

test("a reminder in the state also has its id as `scheduled_message_id`", () => {
  const reminder = {
    reminder_id: 4,
    type: "private" as const,
    to: [1],
    content: "x",
    rendered_content: "<p>x</p>",
    failed: false,
    scheduled_delivery_timestamp: 100,
    reminder_target_message_id: 3,
  };
  const state = applyAll(stateWith({ reminders: [] }), [{ type: "reminders", op: "add", reminders: [reminder] }]);
  assert.deepEqual(state.reminders, [{ ...reminder, scheduled_message_id: 4 }]);
});

test("different spellings of a topic share one visibility policy, and muting the topic changes the unread count", () => {
  const policy = (topic_name: string, visibility_policy: UserTopic["visibility_policy"]): EventBody => ({
    type: "user_topic",
    stream_id: 7,
    topic_name,
    last_updated: 5,
    visibility_policy,
  });
  const before = stateWith({
    subscriptions: [createSubscription(7, "general")],
    user_topics: [],
    unread_msgs: unread({ count: 1, streams: [{ stream_id: 7, topic: "lunch", unread_message_ids: [3] }] }),
  });
  const muted = applyAll(before, [policy("Lunch", 3), policy("lunch", 1)]);
  assert.deepEqual(muted.user_topics, [{ stream_id: 7, topic_name: "lunch", last_updated: 5, visibility_policy: 1 }]);
  assert.equal(muted.unread_msgs?.count, 0);
  assert.deepEqual(applyAll(muted, [policy("LUNCH", 0)]), before);
});

test("text and emoji of a status change independently, and an empty status is removed", () => {
  const status = (changes: object): EventBody => ({ type: "user_status", user_id: 2, ...changes });
  const car = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" } as const;
  const noEmoji = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  const state = applyAll(stateWith({ user_status: {} }), [status({ status_text: "busy" }), status(car)]);
  assert.deepEqual(state.user_status, { "2": { status_text: "busy", ...car } });
  const away = applyAll(state, [status({ status_text: "", away: true })]);
  assert.deepEqual(away.user_status, { "2": { ...car, away: true } });
  assert.deepEqual(applyAll(away, [status({ away: false }), status(noEmoji)]).user_status, {});
});

test("the presence in an event replaces the previous presence of the same users", () => {
  const seen = (time: number) => ({ active_timestamp: time, idle_timestamp: time });
  const state = applyAll(stateWith({ presences: { "2": seen(1), "3": seen(1) } }), [
    { type: "presence", presences: { "2": seen(9) } },
  ]);
  assert.deepEqual(state.presences, { "2": seen(9), "3": seen(1) });
});
