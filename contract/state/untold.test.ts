import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../events/index.ts";
import { untoldBy } from "./index.ts";
import { stateWith } from "./fixtures/samples.ts";

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

test("after the newest message is deleted, only the server knows which is the newest", () => {
  assert.deepEqual(untoldBy(state, deleted([7])), []);
  assert.deepEqual(untoldBy(state, deleted([8, 9])), ["max_message_id", "recent_private_conversations"]);
});
