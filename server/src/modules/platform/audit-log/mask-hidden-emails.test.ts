import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, TestUser } from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";

const NOBODY_GROUP = 4;
const EVERYONE = 1;

const changesOf = async (reader: TestUser) => {
  const { entries } = await reader.callOrThrow("GET", "/audit_log", { act: "user.email_changed" });
  return (entries as { before: object; after: object }[]).map(({ before, after }) => [before, after]);
};

test("if a user hides the email address from everyone, the log hides the user's current and former addresses from all other users", async () => {
  const { desdemona, iago, host, server } = await createTestOrganization();
  await server.db.write((tx) => setOperatorRights(tx, desdemona.id, { canChangeEmails: true }));
  await desdemona.callOrThrow("PATCH", `/users/${iago.id}`, { new_email: "iago@venice.example" });
  const change = [{ delivery_email: `iago@${host}` }, { delivery_email: "iago@venice.example" }];
  const again = new TestUser(iago.site, { ...iago, email: "iago@venice.example" });
  assert.deepEqual(await changesOf(desdemona), [change]);

  await again.callOrThrow("PATCH", "/settings", { email_address_visibility: NOBODY_GROUP });
  assert.deepEqual(await changesOf(desdemona), [[{ delivery_email: null }, { delivery_email: null }]]);
  assert.deepEqual(await changesOf(again), [change]);
  await again.callOrThrow("PATCH", "/settings", { email_address_visibility: EVERYONE });
  assert.deepEqual(await changesOf(desdemona), [change]);
});
