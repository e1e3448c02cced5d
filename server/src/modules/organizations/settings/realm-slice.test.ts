import assert from "node:assert/strict";
import { test } from "node:test";
import { registerFieldsByGate } from "@parlance/contract/register/index.ts";
import { call, createTestOrganization, testServer } from "@parlance/testkit";
import { unsupportedFeatureSlices } from "./index.ts";

await testServer();

/** A field that exists only in the snapshots of demo organizations. */
const SOMETIMES = "demo_organization_scheduled_deletion_date";

test("the `realm` event type includes every field about the organization and the server", async () => {
  const { hamlet, host } = await createTestOrganization();
  const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm"] });

  const fields = registerFieldsByGate.get("realm")?.filter((field) => field !== SOMETIMES) ?? [];
  assert.equal(fields.length, 132);
  assert.deepEqual(
    fields.filter((field) => !(field in state)),
    [],
  );
  assert.equal(state["realm_url"], `http://${host}`);
  assert.equal(state["realm_name"], "Shakespeare");
  assert.equal(state["realm_bot_domain"], host);
});

test("permissions are group ids, and their legacy fields contain the closest policy", async () => {
  const { hamlet } = await createTestOrganization();
  const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm", "realm_user_groups"] });

  const id = (name: string) => state["realm_user_groups"].find((group: { name: string }) => group.name === name)?.id;
  assert.equal(state["realm_can_create_public_channel_group"], id("role:members"));
  assert.equal(state["realm_create_public_stream_policy"], 1);
  assert.equal(state["realm_can_mention_many_users_group"], id("role:administrators"));
  assert.equal(state["realm_wildcard_mention_policy"], 5);
  assert.equal(state["realm_create_web_public_stream_policy"], 7);
});

test("a complete snapshot also has the fields of features that do not exist", async () => {
  const { polonius } = await createTestOrganization();
  const { state } = await polonius.registerQueue();

  const gates = unsupportedFeatureSlices.flatMap(({ types }) =>
    types.flatMap((type) => registerFieldsByGate.get(type) ?? []),
  );
  const missing = gates.filter((field) => !(field in state));
  assert.deepEqual(missing, []);
  assert.deepEqual(state["drafts"], []);
  assert.equal(state["max_file_upload_size_mib"], 100);
  assert.equal(state["realm_push_notifications_enabled"], false);
});

test("the server settings can be requested before login", async () => {
  const { host, server, iago } = await createTestOrganization();
  await iago.callOrThrow("PATCH", "/realm", { description: "Words, words, **words**." });

  const answer = await call({ port: server.port, host }, { method: "GET", path: "/server_settings" });
  assert.equal(answer.status, 200);
  assert.equal(answer["service_feature_level"], 420);
  assert.equal(answer["realm_name"], "Shakespeare");
  assert.equal(answer["realm_description"], "<p>Words, words, <strong>words</strong>.</p>");
  assert.equal(answer["realm_url"], `http://${host}`);
  assert.equal(answer["realm_uri"], `http://${host}`);
  assert.equal(answer["email_auth_enabled"], true);
  assert.deepEqual(answer["external_authentication_methods"], []);
});
