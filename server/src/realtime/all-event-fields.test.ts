import assert from "node:assert/strict";
import { test } from "node:test";
import { registerFieldsByGate } from "@parlance/contract/register/index.ts";
import { ALL_CAPABILITIES, createTestOrganization } from "@parlance/testkit";

/** A field that exists only in the snapshots of demo organizations. */
const SOMETIMES = "demo_organization_scheduled_deletion_date";
/** Capabilities of a client that reads the user settings as separate fields, which other clients do not get. */
const capabilities = { ...ALL_CAPABILITIES, user_settings_object: false };

test("a client that requests one event type gets exactly the fields that belong to the event type", async () => {
  const { hamlet } = await createTestOrganization();
  for (const [gate, fields] of registerFieldsByGate) {
    const options = { fetch_event_types: gate.split("+"), client_capabilities: capabilities };
    const { state } = await hamlet.registerQueue(options);
    const missing = fields.filter((field) => field !== SOMETIMES && !(field in state));
    assert.deepEqual(missing, [], `${gate}: fill this in the \`slices\` of a module's index.ts`);
    const others = [...registerFieldsByGate.keys()].filter(
      (other) => !other.split("+").every((type) => options.fetch_event_types.includes(type)),
    );
    const strange = others.flatMap((other) => registerFieldsByGate.get(other) ?? []).filter((field) => field in state);
    assert.deepEqual(strange, [], gate);
  }
});
