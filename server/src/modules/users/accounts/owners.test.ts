import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer } from "@parlance/testkit";
import { setOperatorRights } from "./actions/set-operator-rights.ts";

await testServer();

const OWNERS_ONLY = { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" };

test("an administrator cannot change the address of an owner, because a password reset would be sent to the new address", async () => {
  const { iago, desdemona, hamlet, bot, server } = await createTestOrganization();
  for (const { id } of [iago, desdemona])
    await server.db.write((tx) => setOperatorRights(tx, id, { canChangeEmails: true }));
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 100 });
  await desdemona.callOrThrow("PATCH", `/bots/${bot.id}`, { role: 100 });
  for (const { id } of [desdemona, hamlet, bot]) {
    const { code, msg } = await iago.patch(`/users/${id}`, { new_email: "mine@example.com" });
    assert.deepEqual({ code, msg }, OWNERS_ONLY);
  }
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { new_email: "king@example.com" });
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 400 });
  await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { new_email: "prince@example.com" });
});

test("only owners can reactivate an owner", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 100 });
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const { code, msg } = await iago.post(`/users/${hamlet.id}/reactivate`);
  assert.deepEqual({ code, msg }, OWNERS_ONLY);
  assert.equal((await hamlet.get("/users/me")).status, 401);
  await desdemona.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.equal((await hamlet.get("/users/me")).status, 200);
});
