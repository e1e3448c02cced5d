import assert from "node:assert/strict";
import { test } from "node:test";
import { visibilityPolicies } from "../entities/topic-visibility.ts";
import type { MessageFlag } from "../entities/message.ts";
import type { EventBody, EventOf } from "../events/index.ts";
import { applyAll, channelMessage, directMessage, stateWith, createSubscription, unread } from "./fixtures/samples.ts";

const sent = (message: ReturnType<typeof channelMessage>, flags: MessageFlag[] = []): EventBody => ({
  type: "message",
  message,
  flags,
});

const flagsAdded = (flag: MessageFlag, messages: number[], all = false): EventBody => ({
  type: "update_message_flags",
  op: "add",
  operation: "add",
  flag,
  messages,
  all,
});

const moved = (fields: Partial<EventOf<"update_message">>): EventBody => ({
  type: "update_message",
  user_id: 2,
  rendering_only: false,
  message_id: 10,
  message_ids: [10],
  flags: [],
  edit_timestamp: 5,
  stream_id: 7,
  stream_name: "general",
  ...fields,
});

const reader = (fields = {}) =>
  stateWith({
    max_message_id: 5,
    unread_msgs: unread(),
    starred_messages: [],
    recent_private_conversations: [],
    user_topics: [],
    subscriptions: [createSubscription(7, "general"), createSubscription(8, "random", { is_muted: true })],
    ...fields,
  });

test("a new channel message becomes the newest message, and is added to the unread messages of its topic", () => {
  const state = applyAll(reader(), [sent(channelMessage(10, 7, "lunch"))]);
  assert.equal(state.max_message_id, 10);
  assert.deepEqual(
    state.unread_msgs,
    unread({ count: 1, streams: [{ stream_id: 7, topic: "lunch", unread_message_ids: [10] }] }),
  );
});

test("a message that is already read when it is received only becomes the newest message", () => {
  const state = applyAll(reader(), [sent(channelMessage(10, 7, "lunch"), ["read"])]);
  assert.deepEqual(state, reader({ max_message_id: 10 }));
});

test("if an event affects one conversation, the entries of other conversations stay the same objects, so that values derived from them stay valid", () => {
  const streams = ["breakfast", "lunch"].map((topic, nth) => ({
    stream_id: 7,
    topic,
    unread_message_ids: [nth + 1, nth + 6],
  }));
  const before = reader({ unread_msgs: unread({ count: 4, streams }) });
  const [breakfast, lunch] = before.unread_msgs?.streams ?? [];
  const come = applyAll(before, [sent(channelMessage(10, 7, "lunch"))]);
  assert.equal(come.unread_msgs?.streams[0], breakfast);
  assert.equal(come.unread_msgs?.pms, before.unread_msgs?.pms);
  assert.equal(come.unread_msgs?.mentions, before.unread_msgs?.mentions);
  const read = applyAll(before, [flagsAdded("read", [1, 6])]);
  assert.deepEqual(read.unread_msgs?.streams, [lunch]);
  assert.equal(read.unread_msgs?.streams[0], lunch);
  assert.equal(applyAll(before, [flagsAdded("read", [99])]).unread_msgs?.streams, before.unread_msgs?.streams);
});

test("a message in a topic with very many unread messages is inserted in the right order", () => {
  const ids = Array.from({ length: 150_000 }, (_, nth) => 2 * nth);
  const many = unread({ count: ids.length, streams: [{ stream_id: 7, topic: "lunch", unread_message_ids: ids }] });
  const newer = applyAll(reader({ unread_msgs: many }), [sent(channelMessage(400_000, 7, "LUNCH"))]);
  assert.deepEqual(newer.unread_msgs?.streams, [
    { stream_id: 7, topic: "LUNCH", unread_message_ids: [...ids, 400_000] },
  ]);
  const older = applyAll(newer, [sent(channelMessage(3, 7, "Lunch"))]);
  assert.equal(older.unread_msgs?.streams[0]?.topic, "LUNCH");
  assert.deepEqual(older.unread_msgs?.streams[0]?.unread_message_ids.slice(0, 4), [0, 2, 3, 4]);
});

/**
 * Returns how often the names of twenty muted topics with unread messages are read while the given number of messages
 * is received.
 */
function readsWhile(messages: number): number {
  let reads = 0;
  const user_topics = Array.from({ length: 20 }, (_, nth) => ({
    stream_id: 7,
    get topic_name() {
      reads += 1;
      return `topic ${nth}`;
    },
    last_updated: 1,
    visibility_policy: visibilityPolicies.muted,
  }));
  const streams = user_topics.map((_, nth) => ({ stream_id: 7, topic: `topic ${nth}`, unread_message_ids: [nth + 1] }));
  const come = Array.from({ length: messages }, (_, nth) => sent(channelMessage(30 + nth, 7, "lunch")));
  const state = applyAll(reader({ user_topics, unread_msgs: unread({ count: 0, streams }) }), come);
  assert.equal(state.unread_msgs?.count, messages);
  return reads;
}

test("the visibility policies of topics are read only once, not again for each message", () => {
  assert.equal(readsWhile(9), readsWhile(1));
});

test("different spellings of a topic share one entry, which has the spelling of the newest message", () => {
  const state = applyAll(reader(), [sent(channelMessage(10, 7, "Lunch")), sent(channelMessage(11, 7, "lunch"))]);
  assert.deepEqual(state.unread_msgs?.streams, [{ stream_id: 7, topic: "lunch", unread_message_ids: [10, 11] }]);
});

test("topics are sorted by channel, then by name", () => {
  const arrivals = [channelMessage(10, 8, "a"), channelMessage(11, 7, "z"), channelMessage(12, 7, "b")];
  const state = applyAll(
    reader(),
    arrivals.map((message) => sent(message)),
  );
  assert.deepEqual(
    state.unread_msgs?.streams.map(({ stream_id, topic }) => [stream_id, topic]),
    [
      [7, "b"],
      [7, "z"],
      [8, "a"],
    ],
  );
});

test("unread direct messages are grouped by conversation: with another user, with oneself, or with a group", () => {
  const state = applyAll(reader(), [
    sent(directMessage(10, [2, 1])),
    sent(directMessage(11, [1])),
    sent(directMessage(12, [10, 2, 1])),
  ]);
  assert.deepEqual(
    state.unread_msgs,
    unread({
      count: 3,
      pms: [
        { other_user_id: 1, sender_id: 1, unread_message_ids: [11] },
        { other_user_id: 2, sender_id: 2, unread_message_ids: [10] },
      ],
      huddles: [{ user_ids_string: "1,2,10", unread_message_ids: [12] }],
    }),
  );
});

test("in the list of recent direct message conversations, those with the newest messages come first", () => {
  const state = applyAll(reader(), [
    sent(directMessage(10, [2, 1])),
    sent(directMessage(11, [3, 2, 1])),
    sent(directMessage(12, [1, 2]), ["read"]),
  ]);
  assert.deepEqual(state.recent_private_conversations, [
    { user_ids: [2], max_message_id: 12 },
    { user_ids: [2, 3], max_message_id: 11 },
  ]);
});

test("messages in muted topics are listed but not counted, and the policy of a topic takes precedence over its channel", () => {
  const state = applyAll(
    reader({
      user_topics: [
        { stream_id: 7, topic_name: "noise", last_updated: 1, visibility_policy: 1 },
        { stream_id: 8, topic_name: "Launch", last_updated: 1, visibility_policy: 3 },
      ],
    }),
    [sent(channelMessage(10, 7, "noise")), sent(channelMessage(11, 8, "other")), sent(channelMessage(12, 8, "launch"))],
  );
  assert.equal(state.unread_msgs?.streams.length, 3);
  assert.equal(state.unread_msgs?.count, 1);
});

test("in a muted channel, a personal mention is counted, but a wildcard mention is not", () => {
  const state = applyAll(reader(), [
    sent(channelMessage(10, 8, "a"), ["mentioned"]),
    sent(channelMessage(11, 8, "a"), ["stream_wildcard_mentioned"]),
    sent(channelMessage(12, 7, "a"), ["topic_wildcard_mentioned"]),
  ]);
  assert.deepEqual(state.unread_msgs?.mentions, [10, 12]);
});

test("messages in channels that the user is not subscribed to are not unread, and become the newest message only if they have a flag", () => {
  const state = applyAll(reader(), [sent(channelMessage(10, 9, "a"), ["mentioned"]), sent(channelMessage(11, 9, "a"))]);
  assert.equal(state.max_message_id, 10);
  assert.deepEqual(state.unread_msgs, unread());
});

const withUnread = () =>
  applyAll(reader(), [
    sent(channelMessage(10, 7, "lunch"), ["mentioned"]),
    sent(channelMessage(11, 7, "lunch")),
    sent(directMessage(12, [2, 1]), ["starred"]),
  ]);

test("after some messages are marked as read, the other messages are still unread", () => {
  const state = applyAll(withUnread(), [flagsAdded("read", [10, 12])]);
  assert.deepEqual(
    state.unread_msgs,
    unread({ count: 1, streams: [{ stream_id: 7, topic: "lunch", unread_message_ids: [11] }] }),
  );
});

test("after all messages are marked as read, no message is unread", () => {
  assert.deepEqual(applyAll(withUnread(), [flagsAdded("read", [], true)]).unread_msgs, unread());
});

test("messages that are marked as unread are added to their conversations again", () => {
  const read = applyAll(withUnread(), [flagsAdded("read", [], true)]);
  const state = applyAll(read, [
    {
      type: "update_message_flags",
      op: "remove",
      operation: "remove",
      flag: "read",
      messages: [10, 11, 12],
      all: false,
      message_details: {
        "10": { type: "stream", stream_id: 7, topic: "lunch", mentioned: true, unmuted_stream_msg: true },
        "11": { type: "stream", stream_id: 7, topic: "lunch", unmuted_stream_msg: true },
        "12": { type: "private", user_ids: [2], unmuted_stream_msg: false },
      },
    },
  ]);
  assert.deepEqual(state, withUnread());
});

test("starred messages are sorted by message id", () => {
  const state = applyAll(withUnread(), [flagsAdded("starred", [11, 10])]);
  assert.deepEqual(state.starred_messages, [10, 11, 12]);
});

test("a message in a channel that the user is not subscribed to can become the newest message when the user stars it", () => {
  assert.equal(applyAll(withUnread(), [flagsAdded("starred", [13])]).max_message_id, 13);
});

test("a deleted message is no longer unread or starred", () => {
  const state = applyAll(withUnread(), [{ type: "delete_message", message_ids: [12], message_type: "private" }]);
  assert.deepEqual(state.starred_messages, []);
  assert.deepEqual(state.unread_msgs?.pms, []);
  assert.equal(state.unread_msgs?.count, 2);
});

test("moved unread messages are added to those of the new topic, and mentions in them are kept", () => {
  const before = applyAll(withUnread(), [sent(channelMessage(9, 7, "lunch")), sent(channelMessage(13, 7, "Dinner"))]);
  const move = { message_id: 11, message_ids: [10, 11], propagate_mode: "change_later" as const };
  const state = applyAll(before, [moved({ ...move, orig_subject: "lunch", subject: "dinner" })]);
  assert.deepEqual(state.unread_msgs?.streams, [
    { stream_id: 7, topic: "Dinner", unread_message_ids: [10, 11, 13] },
    { stream_id: 7, topic: "lunch", unread_message_ids: [9] },
  ]);
  assert.deepEqual(state.unread_msgs?.mentions, [10]);
});

test("messages moved to a muted channel are no longer counted", () => {
  const move = {
    message_ids: [10, 11],
    new_stream_id: 8,
    propagate_mode: "change_all" as const,
    orig_subject: "lunch",
  };
  const state = applyAll(withUnread(), [moved({ ...move, flags: ["mentioned"] })]);
  assert.deepEqual(state.unread_msgs?.streams, [{ stream_id: 8, topic: "lunch", unread_message_ids: [10, 11] }]);
  assert.deepEqual(state.unread_msgs?.mentions, [10]);
  assert.equal(state.unread_msgs?.count, 1);
});

test("messages moved to a channel that the user is not subscribed to are no longer unread", () => {
  const move = {
    message_ids: [10, 11],
    new_stream_id: 9,
    propagate_mode: "change_all" as const,
    orig_subject: "lunch",
  };
  const state = applyAll(withUnread(), [moved(move)]);
  assert.deepEqual(state.unread_msgs?.streams, []);
  assert.deepEqual(state.unread_msgs?.mentions, []);
});

test("an edit can add or remove a mention of the user", () => {
  assert.deepEqual(applyAll(withUnread(), [moved({ content: "hi" })]).unread_msgs?.mentions, []);
  const edit = moved({ message_id: 11, message_ids: [11], flags: ["mentioned"], content: "hi" });
  assert.deepEqual(applyAll(withUnread(), [edit]).unread_msgs?.mentions, [10, 11]);
});
