import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "../events/index.ts";
import { applyAll, channel, stateWith, createSubscription, unread } from "./fixtures/samples.ts";

const knownState = () =>
  stateWith({
    streams: [channel(7, "general"), channel(8, "random"), channel(9, "secret")],
    subscriptions: [createSubscription(7, "general", { subscribers: [1] })],
    unsubscribed: [createSubscription(8, "random", { subscribers: [] })],
    never_subscribed: [{ ...channel(9, "secret"), subscribers: [2] }],
    unread_msgs: unread({ count: 1, streams: [{ stream_id: 7, topic: "a", unread_message_ids: [3] }], mentions: [3] }),
    user_topics: [],
  });

const updated = (stream_id: number, property: string, value: string | number | boolean, more = {}): EventBody => ({
  type: "stream",
  op: "update",
  stream_id,
  name: "old name",
  property,
  value,
  ...more,
});

test("a new channel is added to the channels that the user has never been subscribed to", () => {
  const state = applyAll(knownState(), [{ type: "stream", op: "create", streams: [channel(10, "design")] }]);
  assert.deepEqual(
    state.streams?.map(({ name }) => name),
    ["design", "general", "random", "secret"],
  );
  assert.deepEqual(
    state.never_subscribed?.map(({ name, subscribers }) => [name, subscribers]),
    [
      ["design", []],
      ["secret", [2]],
    ],
  );
});

test("a channel that becomes visible again stays among the channels that the user was subscribed to", () => {
  const state = applyAll(knownState(), [
    { type: "stream", op: "create", streams: [channel(8, "random", { folder_id: 4 })] },
  ]);
  assert.equal(state.unsubscribed?.[0]?.folder_id, 4);
  assert.equal(state.never_subscribed?.length, 1);
});

test("a renamed channel has its new name in all lists, and is sorted by it", () => {
  const state = applyAll(knownState(), [updated(7, "name", "zoo")]);
  assert.deepEqual(
    state.streams?.map(({ name }) => name),
    ["random", "secret", "zoo"],
  );
  assert.equal(state.subscriptions?.[0]?.name, "zoo");
});

test("if a property changes, the fields that depend on it change as well", () => {
  const state = applyAll(knownState(), [
    updated(7, "description", "*new*", { rendered_description: "<p><em>new</em></p>" }),
    updated(7, "invite_only", true, { history_public_to_subscribers: false, is_web_public: false }),
    updated(7, "stream_post_policy", 2),
  ]);
  const [general] = state.subscriptions ?? [];
  assert.equal(general?.rendered_description, "<p><em>new</em></p>");
  assert.equal(general?.invite_only, true);
  assert.equal(general?.history_public_to_subscribers, false);
  assert.equal(general?.is_announcement_only, true);
});

test("an event about a property that channels do not have is ignored", () => {
  assert.deepEqual(applyAll(knownState(), [updated(7, "email_address", "x@example.com")]), knownState());
});

test("a channel that is no longer visible is removed from all lists, and its messages from the unread messages", () => {
  const state = applyAll(knownState(), [
    { type: "stream", op: "delete", stream_ids: [7], streams: [{ stream_id: 7 }] },
  ]);
  assert.deepEqual(
    state.streams?.map(({ name }) => name),
    ["random", "secret"],
  );
  assert.deepEqual(state.subscriptions, []);
  assert.deepEqual(state.unread_msgs, unread());
});

test("channel folders stay in order", () => {
  const folder = (id: number, name: string, order: number) => ({
    id,
    name,
    order,
    description: "",
    rendered_description: "",
    is_archived: false,
    creator_id: 1,
    date_created: 1,
  });
  const state = applyAll(stateWith({ channel_folders: [folder(1, "a", 0), folder(2, "b", 1)] }), [
    { type: "channel_folder", op: "add", channel_folder: folder(3, "c", 2) },
    { type: "channel_folder", op: "reorder", order: [3, 1, 2] },
    { type: "channel_folder", op: "update", channel_folder_id: 1, data: { name: "A" } },
  ]);
  assert.deepEqual(state.channel_folders, [folder(3, "c", 0), folder(1, "A", 1), folder(2, "b", 2)]);
});
