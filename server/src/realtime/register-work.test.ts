import assert from "node:assert/strict";
import { test } from "node:test";
import { recordLeastStatements, createTestOrganization } from "@parlance/testkit";

// In a process of its own: other tests' work on the shared server would be counted too.

/** What the organization says of itself, the same to all members. */
const ORGANIZATION = [
  "realm_user",
  "realm_user_groups",
  "realm_user_settings_defaults",
  "stream",
  "default_streams",
  "realm_linkifiers",
];

test("a snapshot of people, groups and channels asks the database for nothing but the moment that it is of, and for drafts", async () => {
  const { iago, hamlet, server } = await createTestOrganization();
  await iago.createChannel("denmark", [iago, hamlet]);
  const register = () => hamlet.registerQueue({ fetch_event_types: ORGANIZATION, event_types: ["message"] });
  await register();
  const statements = await recordLeastStatements(server.db.pool, register);
  const asked = statements.flatMap(({ text }) => [...text.matchAll(/(?:from|into|update) "?(\w+)/g)]);
  // Drafts are told to all who register, whatever they ask for.
  assert.deepEqual(
    new Set(asked.map(([, table]) => table)),
    new Set(["account", "draft", "event_queue", "realm_counter", "running_time"]),
  );
});
