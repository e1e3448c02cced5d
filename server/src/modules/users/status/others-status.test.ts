import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

const BAD = [400, "BAD_REQUEST"] as const;
const CAR = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };

test("administrators can change the status of other users under the same rules, and the audit log records the change", async () => {
  const { iago, desdemona, hamlet, polonius, realmId, server } = await createTestOrganization();
  const path = `/users/${hamlet.id}/status` as const;
  const [toHamlet, toGuest] = await watchEvents([hamlet, polonius], async () => {
    await iago.callOrThrow("POST", path, { status_text: "ill", emoji_name: "car" });
    await iago.callOrThrow("POST", path, { status_text: "ill" });
    await desdemona.callOrThrow("POST", path, { away: true });
    await desdemona.callOrThrow("POST", path, { emoji_name: "" });
  });
  const statuses = (events: typeof toHamlet) => events?.filter(({ type }) => type === "user_status");
  assert.equal(statuses(toHamlet)?.length, 3);
  assert.deepEqual(statuses(toGuest), statuses(toHamlet));
  assert.deepEqual((await polonius.callOrThrow("GET", path)).body["status"], { status_text: "ill", away: true });

  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_id", "before", "after"])
    .where("realm_id", "=", realmId)
    .where("act", "=", "user.status_changed")
    .orderBy("id")
    .execute();
  const act = { act: "user.status_changed", target_id: hamlet.id };
  const none = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  assert.deepEqual(acts, [
    { ...act, actor_id: iago.id, before: { status_text: "", ...none }, after: { status_text: "ill", ...CAR } },
    { ...act, actor_id: desdemona.id, before: { away: false }, after: { away: true } },
    { ...act, actor_id: desdemona.id, before: CAR, after: none },
  ]);

  for (const [parameters, text] of [
    [{}, "Client did not pass any new values."],
    [{ emoji_name: "nosuch" }, "Emoji 'nosuch' does not exist"],
    [{ status_text: "x".repeat(61) }, "status_text is too long (limit: 60 characters)"],
  ] as const) {
    const { status, code, msg } = await iago.post(path, parameters);
    assert.deepEqual([status, code, msg], [...BAD, text]);
  }
});

test("users who are not administrators cannot change the status of other users, or their own through the endpoint for other users", async () => {
  const { shiva, hamlet, othello, polonius, bot } = await createTestOrganization();
  const [events] = await watchEvents([othello], async () => {
    for (const person of [shiva, hamlet, polonius, bot, othello]) {
      const { status, code, msg } = await person.post(`/users/${othello.id}/status`, { status_text: "x" });
      assert.deepEqual([status, code, msg], [...BAD, "Insufficient permission"]);
    }
  });
  assert.deepEqual(events, []);
});

test("users who do not exist in the organization are not found", async () => {
  const { iago } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  for (const id of [2 ** 31 - 1, elsewhere.hamlet.id]) {
    const path = `/users/${id}/status` as const;
    for (const answer of [await iago.get(path), await iago.post(path, { status_text: "x" })]) {
      assert.deepEqual([answer.status, answer.code, answer.msg], [...BAD, "No such user"]);
    }
  }
});

test("a bot's status can be changed by the bot, its owner and administrators, but its presence cannot", async () => {
  const { iago, hamlet, othello, polonius, bot, realmId, server } = await createTestOrganization();
  const path = `/users/${bot.id}/status` as const;
  const [events] = await watchEvents([polonius], async () => {
    await bot.callOrThrow("POST", "/users/me/status", { status_text: "beep" });
    await hamlet.callOrThrow("POST", path, { status_text: "boop" });
    await iago.callOrThrow("POST", path, { emoji_name: "car" });
  });
  assert.equal(events?.length, 3);
  assert.deepEqual((await polonius.callOrThrow("GET", path)).body["status"], { status_text: "boop", ...CAR });
  assert.equal((await othello.post(path, { status_text: "x" })).msg, "Insufficient permission");
  for (const answer of [await hamlet.post(path, { away: true }), await bot.post("/users/me/status", { away: true })]) {
    assert.deepEqual([answer.status, answer.code, answer.msg], [...BAD, "Presence is not supported for bot users."]);
  }
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select("actor_id")
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [{ actor_id: iago.id }]);
});

test("the status of a deactivated user can still be read, and an administrator can clear it", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "rude" });
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const path = `/users/${hamlet.id}/status` as const;
  assert.deepEqual((await polonius.callOrThrow("GET", path)).body["status"], { status_text: "rude" });
  await watchEvents([polonius], () => iago.callOrThrow("POST", path, { status_text: "" }));
  assert.deepEqual((await polonius.callOrThrow("GET", path)).body["status"], {});
});
