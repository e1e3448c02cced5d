import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, type TestUser, startServer } from "@parlance/testkit";
import { setOnline, loadNotifications } from "./fixtures/notifications.ts";

const server = await startServer({}, { withJobs: true });

/**
 * Returns the explanation as text for phone, browser and email, such as `direct_message (settings) mention`. A reason
 * in parentheses means that the user was not notified.
 */
async function explainFor(person: TestUser, messageId: number, about?: TestUser): Promise<string> {
  const parameters = about ? { user_id: about.id } : {};
  const path = `/messages/${messageId}/notices` as const;
  const { notices } = await person.callOrThrow("GET", path, parameters);
  const { phone, browser, mail } = notices;
  return [phone, browser, mail].map(({ is_told: isNotified, why }) => (isNotified ? why : `(${why})`)).join(" ");
}

test("users can find out which notifications they got and why, even after reading the message", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  await setOnline(cordelia, server);
  const id = await hamlet.sendToChannel(channel, { content: "@**all**" });
  await loadNotifications(realm, id);
  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  await loadNotifications(realm, id);
  const mentioned = "wildcard_mention wildcard_mention wildcard_mention";
  assert.equal(await explainFor(othello, id), mentioned);
  assert.equal(await explainFor(cordelia, id), "wildcard_mention (not_then) wildcard_mention");
  assert.equal(await explainFor(hamlet, id), "(own_message) (own_message) (own_message)");
  const plain = await hamlet.sendToChannel(channel, { topic: "other" });
  await loadNotifications(realm, plain);
  assert.equal(await explainFor(othello, plain), "(settings) (settings) (settings)");
});

test("in do-not-disturb mode and during quiet hours, a user gets only emails, and the explanation says so", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia, iago } = realm;
  const now = Math.floor(clock.now().getTime() / 1000);
  await othello.callOrThrow("PATCH", "/settings", { do_not_disturb_until: now + 3600 });
  await cordelia.callOrThrow("PATCH", "/settings", { quiet_hours: "1234567 00:00-24:00" });
  const id = await hamlet.sendDirectMessage([othello, cordelia, iago]);
  await loadNotifications(realm, id);
  const quiet = "(do_not_disturb) (do_not_disturb) direct_message";
  assert.equal(await explainFor(othello, id), quiet);
  assert.equal(await explainFor(cordelia, id), quiet);
  assert.equal(await explainFor(iago, id), "direct_message direct_message direct_message");
  assert.equal(await explainFor(iago, id, othello), "(settings) (settings) direct_message");
  await othello.callOrThrow("PATCH", "/settings", { do_not_disturb_until: 0 });
  const next = await hamlet.sendDirectMessage(othello);
  await loadNotifications(realm, next);
  assert.equal(await explainFor(othello, next), "direct_message direct_message direct_message");
});

test("administrators can see the explanations of other users, without private reasons, for messages that both can read", async () => {
  const realm = await createTestOrganization(server);
  const { iago, shiva, hamlet, othello, polonius } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, iago, shiva]);
  await othello.callOrThrow("POST", `/users/me/muted_users/${hamlet.id}`);
  const [open, direct] = [
    await hamlet.sendToChannel(channel, { content: "@**all**" }),
    await hamlet.sendDirectMessage(othello),
  ];
  await loadNotifications(realm, direct);
  assert.equal(await explainFor(othello, open), "(muted_sender) (muted_sender) (muted_sender)");
  assert.equal(await explainFor(iago, open, othello), "(settings) (settings) (settings)");
  assert.equal(await explainFor(iago, open, shiva), "wildcard_mention wildcard_mention wildcard_mention");
  assert.equal(await explainFor(iago, open, polonius), "(not_a_reader) (not_a_reader) (not_a_reader)");

  const refusals = [
    [shiva, open, othello, "Must be an organization administrator"],
    [iago, direct, othello, "Invalid message(s)"],
    [iago, 987_654_321, othello, "Invalid message(s)"],
    [iago, open, { id: 987_654_321 }, "No such user"],
  ] as const;
  for (const [person, id, { id: userId }, expected] of refusals) {
    const { msg } = await person.get(`/messages/${id}/notices`, { user_id: userId });
    assert.equal(msg, expected);
  }
});
