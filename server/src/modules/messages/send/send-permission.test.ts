import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  createTestOrganization,
  type Account,
  type ApiResponse,
  type Parameters,
  type TestUser,
} from "@parlance/testkit";
import { createGroup, only, systemGroup } from "#modules/groups/core/fixtures/groups.ts";

const outcome = ({ msg, code }: ApiResponse) =>
  code === undefined ? "sent" : code === "BAD_REQUEST" ? msg : `${code} ${msg}`;

const writesTo = async (person: TestUser, ...people: Account[]): Promise<string> => {
  const to = people.map(({ id }) => id);
  return outcome(await person.post("/messages", { type: "direct", to, content: "Hello" }));
};

const sets = ({ desdemona }: { desdemona: TestUser }, setting: string, value: unknown) =>
  desdemona.callOrThrow("PATCH", "/realm", { [setting]: { new: value } });

const UNAUTHORIZED = "This conversation does not include any users who can authorize it.";
const DISABLED = "Direct messages are disabled in this organization.";
const NOT_FIRST = "You do not have permission to initiate direct message conversations.";

test("a direct message conversation must include a user in the group for direct messages, as a member of the group or of its subgroups", async () => {
  const realm = await createTestOrganization();
  const { hamlet, cordelia, othello, polonius, bot, iago } = realm;
  const inner = await createGroup(hamlet, "Inner", [polonius]);
  const outer = await createGroup(hamlet, "Outer", [othello], { subgroups: [inner] });
  await sets(realm, "direct_message_permission_group", outer);

  assert.equal(await writesTo(hamlet, cordelia), UNAUTHORIZED);
  assert.equal(await writesTo(iago, cordelia, hamlet), UNAUTHORIZED);
  assert.equal(await writesTo(hamlet, othello), "sent");
  assert.equal(await writesTo(hamlet, cordelia, othello), "sent");
  assert.equal(await writesTo(othello, cordelia), "sent");
  assert.equal(await writesTo(polonius, cordelia), "sent");
  assert.equal(await writesTo(hamlet, polonius, cordelia), "sent");
  assert.equal(await writesTo(hamlet, hamlet), "sent");
  assert.equal(await writesTo(hamlet, bot), "sent");
  assert.equal(await writesTo(bot, cordelia), "sent");
});

test("if direct messages are disabled, users can still send them to bots and to themselves, and bots can send them to users", async () => {
  const realm = await createTestOrganization();
  const { hamlet, cordelia, bot, desdemona } = realm;
  await sets(realm, "direct_message_permission_group", await systemGroup(realm, "nobody"));
  for (const person of [hamlet, desdemona]) assert.equal(await writesTo(person, cordelia), DISABLED);
  assert.equal(await writesTo(hamlet, hamlet), "sent");
  assert.equal(await writesTo(hamlet, bot), "sent");
  assert.equal(await writesTo(bot, cordelia), "sent");
});

test("users without the permission to start conversations can send messages in existing ones", async () => {
  const realm = await createTestOrganization();
  const { hamlet, cordelia, othello, iago, polonius, bot } = realm;
  await sets(realm, "direct_message_initiator_group", only(othello, polonius));

  for (const person of [hamlet, iago]) assert.equal(await writesTo(person, othello, cordelia), NOT_FIRST);
  assert.equal(await writesTo(othello, hamlet, cordelia), "sent");
  assert.equal(await writesTo(hamlet, othello, cordelia), "sent");
  assert.equal(await writesTo(hamlet, othello), NOT_FIRST);
  assert.equal(await writesTo(polonius, cordelia), "sent");
  assert.equal(await writesTo(hamlet, hamlet), "sent");
  assert.equal(await writesTo(hamlet, bot), "sent");
  assert.equal(await writesTo(bot, cordelia), "sent");
});

const wildcard = async (person: TestUser, channel: number) =>
  outcome(await person.post("/messages", { type: "channel", to: channel, topic: "t", content: "Hear, @**all**" }));

test("wildcard mentions of many users require a permission, which by default only administrators have", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, desdemona, server, realmId } = realm;
  const people = [hamlet, iago, desdemona];
  const [few, many] = [await hamlet.createChannel("few", people), await hamlet.createChannel("many", people)];
  await addBulkMembers(server.db, { realmId, channelId: few, size: 15 - people.length });
  await addBulkMembers(server.db, { realmId, channelId: many, size: 16 - people.length });
  const verdicts = (channel: number) => Promise.all(people.map((person) => wildcard(person, channel)));
  const refusal =
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED You do not have permission to use channel wildcard mentions in this channel.";

  assert.deepEqual(await verdicts(few), ["sent", "sent", "sent"]);
  assert.deepEqual(await verdicts(many), [refusal, "sent", "sent"]);
  await sets(realm, "can_mention_many_users_group", await createGroup(hamlet, "Criers", [hamlet]));
  assert.deepEqual(await verdicts(many), ["sent", refusal, refusal]);
});

test("mentioning a group requires the group's permission, but mentioning it silently does not", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, polonius, desdemona } = realm;
  const criers = await createGroup(hamlet, "Criers", [othello, polonius]);
  await createGroup(hamlet, "Players", [], { can_mention_group: criers });
  await createGroup(hamlet, "Open");
  const channel = await hamlet.createChannel("stage", [hamlet, othello, polonius, desdemona]);
  const send = async (person: TestUser, content: string, more: Parameters = {}) =>
    outcome(await person.post("/messages", { type: "channel", to: channel, topic: "t", content, ...more }));

  const refusal = "You are not allowed to mention user group 'Players'.";
  assert.equal(await send(hamlet, "@*Players*"), refusal);
  assert.equal(await send(desdemona, "Dear @*Open* and @*players*"), refusal);
  assert.equal(await send(othello, "@*Players*"), "sent");
  assert.equal(await send(polonius, "@*Players*"), "sent");
  assert.equal(await send(hamlet, "@_*Players*"), "sent");
  assert.equal(await send(hamlet, "@*Open*"), "sent");
});

test("system groups cannot be mentioned", async () => {
  const { hamlet, desdemona } = await createTestOrganization();
  await hamlet.createChannel("stage", [hamlet, desdemona]);
  for (const person of [hamlet, desdemona]) {
    const answer = await person.post("/messages", {
      type: "channel",
      to: "stage",
      topic: "t",
      content: "@*role:members*",
    });
    assert.equal(outcome(answer), "You are not allowed to mention user group 'role:members'.");
  }
});
