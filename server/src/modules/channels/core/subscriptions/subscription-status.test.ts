import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type Account, type TestUser } from "@parlance/testkit";

/** Returns whether the user `who` is subscribed to the channel, or the error message. */
async function isIn(viewer: TestUser, who: Pick<Account, "id">, channel: number): Promise<boolean | string> {
  const { result, status, code, msg, is_subscribed } = await viewer.get(`/users/${who.id}/subscriptions/${channel}`);
  if (result === "success") return is_subscribed;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("users can find out whether another user is subscribed to a channel, if they can see both", async () => {
  const { desdemona, hamlet, othello, cordelia, bot } = await createTestOrganization();
  const open = await hamlet.createChannel("open", [hamlet, othello, bot]);
  const secret = await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  assert.equal(await isIn(cordelia, othello, open), true);
  assert.equal(await isIn(cordelia, bot, open), true);
  assert.equal(await isIn(cordelia, cordelia, open), false);
  assert.equal(await isIn(othello, hamlet, secret), true);
  // Administrators can see the subscribers of private channels, although they cannot read the channels' messages.
  assert.equal(await isIn(desdemona, othello, secret), true);
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["open"] });
  assert.equal(await isIn(hamlet, othello, open), false);
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.equal(await isIn(hamlet, othello, secret), false);
});

test("for a hidden channel or user, the request fails with the same error as for a nonexistent one", async () => {
  const { desdemona, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const open = await hamlet.createChannel("open", [hamlet]);
  const shared = await hamlet.createChannel("shared", [hamlet, polonius]);
  const secret = await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  const elsewhere = await createTestOrganization();
  const foreign = await elsewhere.hamlet.createChannel("foreign", [elsewhere.hamlet]);
  for (const channel of [secret, foreign, 2 ** 31 - 1]) {
    assert.equal(await isIn(cordelia, othello, channel), "Invalid channel ID");
  }
  assert.equal(await isIn(polonius, hamlet, open), "Invalid channel ID");
  assert.equal(await isIn(hamlet, elsewhere.hamlet, open), "No such user");
  assert.equal(await isIn(hamlet, { id: 2 ** 31 - 1 }, open), "No such user");

  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  assert.equal(await isIn(polonius, hamlet, shared), true);
  assert.equal(await isIn(polonius, othello, shared), "No such user");
});
