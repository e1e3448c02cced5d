import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../events/index.ts";
import { channelsWithUnknownHistory, fieldsNotInEvent, withoutSubscriptionHistory } from "./index.ts";
import { channel, stateWith, createSubscription } from "./fixtures/samples.ts";

const state = stateWith({
  max_message_id: 9,
  recent_private_conversations: [{ user_ids: [2], max_message_id: 8 }],
});

const deleted = (message_ids: number[]): Event => ({
  id: 0,
  type: "delete_message",
  message_ids,
  message_type: "private",
});

test("if the newest message is deleted, only the server knows which message is now the newest", () => {
  assert.deepEqual(fieldsNotInEvent(state, deleted([7])), []);
  assert.deepEqual(fieldsNotInEvent(state, deleted([8, 9])), ["max_message_id", "recent_private_conversations"]);
});

test("if a channel becomes visible or invisible, only the server knows the user's starred messages and topic settings in it", () => {
  const lost: Event = { id: 0, type: "stream", op: "delete", streams: [{ stream_id: 1 }], stream_ids: [1] };
  assert.deepEqual(fieldsNotInEvent(state, lost), ["starred_messages", "user_topics", "muted_topics"]);
  const left: Event = { id: 0, type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "one" }] };
  assert.deepEqual(fieldsNotInEvent(state, left), ["starred_messages"]);
  const joined: Event = { id: 0, type: "user_group", op: "add_members", group_id: 1, user_ids: [1] };
  assert.deepEqual(fieldsNotInEvent(state, joined), ["starred_messages"]);
});

test("if a channel becomes visible again, only the server knows whether the user was subscribed to it before", () => {
  const [fresh, back] = [channel(1, "new"), channel(2, "old", { first_message_id: 5 })];
  const created: Event = { id: 0, type: "stream", op: "create", streams: [fresh, back] };
  assert.deepEqual(channelsWithUnknownHistory(created), [2]);
  const former = createSubscription(2, "old", { first_message_id: 5 });
  const known = stateWith({ subscriptions: [], unsubscribed: [], never_subscribed: [fresh, back] });
  const published = stateWith({ subscriptions: [], unsubscribed: [former], never_subscribed: [fresh] });
  assert.notDeepEqual(withoutSubscriptionHistory(published, new Set()), known);
  assert.deepEqual(withoutSubscriptionHistory(published, new Set([2])), known);
});

test("if the user's newest message, or one with a higher id, is moved to another channel, only the server knows which message is now the newest", () => {
  const moved = (message_ids: number[], more: object): Event => ({
    id: 0,
    type: "update_message",
    user_id: 1,
    rendering_only: false,
    message_id: message_ids[0] ?? 0,
    message_ids,
    flags: ["read"],
    edit_timestamp: 0,
    stream_id: 1,
    propagate_mode: "change_one",
    orig_subject: "topic",
    ...more,
  });
  assert.deepEqual(fieldsNotInEvent(state, moved([8], { new_stream_id: 2 })), []);
  assert.deepEqual(fieldsNotInEvent(state, moved([8, 9], { new_stream_id: 2 })), ["max_message_id"]);
  assert.deepEqual(fieldsNotInEvent(state, moved([10], { new_stream_id: 2 })), ["max_message_id"]);
  assert.deepEqual(fieldsNotInEvent(state, moved([9], { subject: "other", topic_links: [] })), []);
});
