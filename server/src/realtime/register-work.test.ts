import assert from "node:assert/strict";
import { test } from "node:test";
import { recordLeastStatements, createTestOrganization } from "@parlance/testkit";

// In a process of its own: the queries of other tests on a shared server would be counted too.

/** Event types of data that belongs to the organization, not to a user. */
const ORGANIZATION = [
  "realm_user",
  "realm_user_groups",
  "realm_user_settings_defaults",
  "stream",
  "default_streams",
  "realm_linkifiers",
  "realm_emoji",
  "realm",
  "realm_domains",
  "realm_playgrounds",
  "custom_profile_fields",
  "channel_folders",
];

test("apart from storing the queue, a registration for data of the organization queries only the account, the log position and the drafts", async () => {
  const { iago, hamlet, server } = await createTestOrganization();
  await iago.createChannel("denmark", [iago, hamlet]);
  const register = () => hamlet.registerQueue({ fetch_event_types: ORGANIZATION, event_types: ["message"] });
  await register();
  const statements = await recordLeastStatements(server.db.pool, register);
  const tables = statements.flatMap(({ text }) => [...text.matchAll(/(?:from|into|update) "?(\w+)/g)]);
  // Drafts are part of every response, whatever the client requests.
  assert.deepEqual(
    new Set(tables.map(([, table]) => table)),
    new Set(["account", "draft", "event_queue", "realm_counter", "running_time"]),
  );
});
