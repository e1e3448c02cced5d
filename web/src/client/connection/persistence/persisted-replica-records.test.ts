import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "@parlance/contract/state/index.ts";
import type { PersistedMessages } from "../../replica/messages/message-source.ts";
import type { KnownMessage, MessageWindow } from "../../replica/messages/messages.ts";
import type { PersistedTopics } from "../../replica/topic-store.ts";
import { EMPTY_WINDOW } from "../../replica/messages/message-window.ts";
import { diffRecords, restoreSnapshot, toRecords, windowNames } from "./persisted-replica-records.ts";

const state = {
  realm_name: "Bench",
  max_message_id: 7,
  realm_users: [{ user_id: 3, full_name: "Kofi" }],
  subscriptions: [{ stream_id: 1 }],
  unread_msgs: { count: 0, streams: [] },
} as unknown as State;

const createMessage = (id: number): KnownMessage => ({ id, content: `<p>${id}</p>` }) as unknown as KnownMessage;
const list = (ids: readonly number[]): MessageWindow => ({ ...EMPTY_WINDOW, ids, hasNewest: true });
const [one, two, three] = [createMessage(1), createMessage(2), createMessage(3)];
const first = { narrow: [{ operator: "channel", operand: 1 }], window: list([1, 2]) };
const second = { narrow: [], window: list([2]) };
const messages: PersistedMessages = { messages: [one, two], windows: [first, second] };

const topics: PersistedTopics = [[1, [{ name: "icons", newestId: 2 }]]];

const puts = (after: State, and: PersistedMessages) => [
  ...diffRecords(toRecords({ state, messages, topics }), toRecords({ state: after, messages: and, topics })).put.keys(),
];

test("restoring yields the saved snapshot, with one object for a message that is in several lists", () => {
  const found = new Map(
    [...toRecords({ state, messages, topics })].map(([name, { value }]) => [name, structuredClone(value)]),
  );
  const again = restoreSnapshot(found, windowNames(messages));
  assert.deepEqual(again, { state, messages, topics });
});

test("a new message causes the lists that contain it and the unread state to be written, but not the users", () => {
  const unread = { ...state, max_message_id: 8, unread_msgs: { count: 1, streams: [] } } as unknown as State;
  const grown = { narrow: first.narrow, window: { ...first.window, ids: [1, 2, 3] } };
  const after = { messages: [one, two, three], windows: [grown, { ...second, window: { ...second.window } }] };
  assert.deepEqual(puts(unread, after), ["state unread_msgs", "state others", windowNames(after)[0]]);
});

test("a changed message is written with every list that contains it, and a list that no longer exists is removed", () => {
  const edited = { messages: [one, { ...two, content: "<p>Two</p>" }], windows: [first, second] };
  assert.deepEqual(puts(state, edited), windowNames(messages));
  const { put, gone } = diffRecords(
    toRecords({ state, messages, topics }),
    toRecords({ state, messages: { messages: [two], windows: [second] }, topics }),
  );
  assert.deepEqual([[...put.keys()], gone], [[], windowNames({ messages: [], windows: [first] })]);
});
