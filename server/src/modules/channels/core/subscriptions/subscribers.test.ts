import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser } from "@parlance/testkit";

/** Returns the ids of a channel's subscribers, or the error message. */
async function membersOf(viewer: TestUser, channel: number): Promise<readonly number[] | string> {
  const { result, status, code, msg, subscribers } = await viewer.get(`/streams/${channel}/members`);
  if (result === "success") return subscribers;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("users who can see a channel can list its active subscribers", async () => {
  const { desdemona, hamlet, othello, cordelia, polonius, bot } = await createTestOrganization();
  const open = await hamlet.createChannel("open", [othello, hamlet, bot, polonius]);
  const secret = await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  const empty = await hamlet.createChannel("empty", []);
  const all = [hamlet.id, othello.id, polonius.id, bot.id].toSorted((a, b) => a - b);
  for (const person of [cordelia, polonius, bot]) assert.deepEqual(await membersOf(person, open), all);
  // Administrators can list the subscribers of private channels, although they cannot read the channels' messages.
  const [one, other] = [hamlet.id, othello.id].toSorted((a, b) => a - b);
  for (const person of [desdemona, hamlet]) assert.deepEqual(await membersOf(person, secret), [one, other]);
  assert.deepEqual(await membersOf(cordelia, empty), []);
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["open"] });
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.deepEqual(
    await membersOf(cordelia, open),
    all.filter((id) => id !== othello.id),
  );
  assert.deepEqual(await membersOf(hamlet, secret), [hamlet.id]);
});

test("listing the subscribers of a channel that the user cannot see fails with the same error as for a nonexistent one", async () => {
  const { hamlet, cordelia, polonius } = await createTestOrganization();
  const open = await hamlet.createChannel("open");
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const elsewhere = await createTestOrganization();
  const foreign = await elsewhere.hamlet.createChannel("foreign");
  for (const channel of [secret, foreign, 2 ** 31 - 1]) {
    assert.equal(await membersOf(cordelia, channel), "Invalid channel ID");
  }
  assert.equal(await membersOf(polonius, open), "Invalid channel ID");
});
