import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "../events/index.ts";
import { applyAll, channel, stateWith, createSubscription, unread } from "./fixtures/samples.ts";

const topic = (stream_id: number, ids: number[]) => ({ stream_id, topic: "a", unread_message_ids: ids });

const member = () =>
  stateWith({
    streams: [channel(7, "general", { subscriber_count: 2 }), channel(9, "secret", { subscriber_count: 1 })],
    subscriptions: [createSubscription(7, "general", { subscriber_count: 2, subscribers: [1, 2], color: "#aa0000" })],
    unsubscribed: [],
    never_subscribed: [{ ...channel(9, "secret", { subscriber_count: 1 }), subscribers: [2] }],
    unread_msgs: unread({ count: 2, streams: [topic(7, [3, 4])], mentions: [4] }),
    user_topics: [],
  });

const added: EventBody = {
  type: "subscription",
  op: "add",
  subscriptions: [createSubscription(9, "secret", { subscriber_count: 2, subscribers: [2, 1] })],
};

const removed: EventBody = { type: "subscription", op: "remove", subscriptions: [{ stream_id: 7, name: "general" }] };

test("if the user is subscribed to a channel, it is listed with its subscribers and their number", () => {
  const state = applyAll(member(), [added]);
  assert.deepEqual(
    state.subscriptions?.map(({ name, subscribers }) => [name, subscribers]),
    [
      ["general", [1, 2]],
      ["secret", [1, 2]],
    ],
  );
  assert.deepEqual(state.never_subscribed, []);
  assert.equal(state.streams?.[1]?.subscriber_count, 2);
});

test("for a client that did not request subscribers, a channel is listed without them", () => {
  const state = applyAll(member(), [added], { includeSubscribers: false });
  assert.equal("subscribers" in state.subscriptions![1]!, false);
});

test("a channel that the user was unsubscribed from keeps the user's settings and has no unread messages", () => {
  const state = applyAll(member(), [removed]);
  assert.deepEqual(state.subscriptions, []);
  assert.deepEqual(
    state.unsubscribed?.map(({ name, color, subscribers, subscriber_count }) => [
      name,
      color,
      subscribers,
      subscriber_count,
    ]),
    [["general", "#aa0000", [2], 1]],
  );
  assert.equal(state.streams?.[0]?.subscriber_count, 1);
  assert.deepEqual(state.unread_msgs, unread());
});

test("if the user subscribes to a channel again, the channel is listed only once", () => {
  const again = createSubscription(7, "general", { subscriber_count: 2, subscribers: [1, 2], color: "#aa0000" });
  const state = applyAll(member(), [removed, { type: "subscription", op: "add", subscriptions: [again] }]);
  assert.deepEqual(state.unsubscribed, []);
  assert.deepEqual(state.streams, member().streams);
  assert.deepEqual(state.subscriptions, member().subscriptions);
});

test("if a channel is muted, its unread messages are still listed but no longer counted", () => {
  const set = (value: boolean): EventBody => ({
    type: "subscription",
    op: "update",
    stream_id: 7,
    property: "is_muted",
    value,
  });
  const muted = applyAll(member(), [set(true)]);
  assert.equal(muted.unread_msgs?.count, 0);
  assert.deepEqual(muted.unread_msgs?.streams, [topic(7, [3, 4])]);
  assert.deepEqual(applyAll(muted, [set(false)]), member());
});

test("if other users subscribe or unsubscribe, the subscribers and their number change in all channels of the event", () => {
  const come: EventBody = { type: "subscription", op: "peer_add", stream_ids: [7, 9], user_ids: [3, 4] };
  const state = applyAll(member(), [come]);
  assert.deepEqual(state.subscriptions?.[0]?.subscribers, [1, 2, 3, 4]);
  assert.deepEqual(state.never_subscribed?.[0]?.subscribers, [2, 3, 4]);
  assert.deepEqual(
    state.streams?.map(({ subscriber_count }) => subscriber_count),
    [4, 3],
  );
  assert.deepEqual(applyAll(state, [{ ...come, op: "peer_remove" }]), member());
});

test("if the client has no lists of subscribers, the number of subscribers still changes", () => {
  const state = applyAll(stateWith({ streams: member().streams }), [
    { type: "subscription", op: "peer_remove", stream_ids: [7], user_ids: [2] },
  ]);
  assert.equal(state.streams?.[0]?.subscriber_count, 1);
});

test("subscribers who are already included in the number for a new channel are not counted twice", () => {
  const state = applyAll(member(), [
    { type: "stream", op: "create", streams: [channel(10, "design", { subscriber_count: 2 })] },
    { type: "subscription", op: "peer_add", stream_ids: [10], user_ids: [2, 3] },
  ]);
  assert.deepEqual(
    [...(state.streams ?? []), ...(state.never_subscribed ?? [])]
      .filter(({ stream_id }) => stream_id === 10)
      .map(({ subscriber_count }) => subscriber_count),
    [2, 2],
  );
});
