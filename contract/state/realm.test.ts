import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "../events/index.ts";
import { applyAll, stateWith } from "./fixtures/samples.ts";

const updated = (property: string, value: string | boolean | number | null): EventBody => ({
  type: "realm",
  op: "update",
  property,
  value,
});

test("an organization setting is updated under its name in the state, which has the prefix `realm_`", () => {
  const state = applyAll(stateWith({ realm_name: "Old", realm_waiting_period_threshold: 0 }), [
    updated("name", "New"),
    { type: "realm", op: "update_dict", property: "default", data: { waiting_period_threshold: 3 } },
  ]);
  assert.equal(state.realm_name, "New");
  assert.equal(state.realm_waiting_period_threshold, 3);
});

test("if a setting changes, the fields that contain it under older names change as well", () => {
  const state = applyAll(
    stateWith({
      realm_topics_policy: "allow_empty_topic",
      realm_mandatory_topics: false,
      realm_allow_edit_history: true,
    }),
    [updated("topics_policy", "disable_empty_topic"), updated("message_edit_history_visibility_policy", "none")],
  );
  assert.equal(state.realm_mandatory_topics, true);
  assert.equal(state.realm_allow_edit_history, false);
});

test("fields that the client did not request stay absent", () => {
  const before = stateWith({});
  const events: EventBody[] = [
    updated("name", "New"),
    { type: "default_streams", default_streams: [1] },
    { type: "alert_words", alert_words: ["tea"] },
    { type: "presence", presences: {} },
    { type: "realm_user", op: "update", person: { user_id: 2, is_active: false } },
  ];
  assert.deepEqual(applyAll(before, events), before);
});

test("events that do not affect the state leave it unchanged", () => {
  const before = stateWith({ max_message_id: 4 });
  assert.equal(applyAll(before, [{ type: "heartbeat" }, { type: "invites_changed" }]), before);
});
