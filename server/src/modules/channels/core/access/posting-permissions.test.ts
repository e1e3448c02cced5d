import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, type TestUser } from "@parlance/testkit";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { loadSystemBotId } from "#modules/organizations/core/system-realm.ts";
import { postingPermissionIn, type SenderChannelPair } from "./posting-permissions.ts";

const realm = await createTestOrganization();
const { server, desdemona, iago, shiva, hamlet, othello, cordelia, polonius, bot } = realm;
const only = ({ id }: TestUser) => ({ direct_members: [id], direct_subgroups: [] });

await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
const channels = {
  public: await hamlet.createChannel("public", [polonius]),
  web: await desdemona.createChannel("web", [], { is_web_public: true }),
  private: await hamlet.createChannel("private", [hamlet], { invite_only: true }),
  granted: await iago.createChannel("granted", [iago], { invite_only: true, can_subscribe_group: only(hamlet) }),
  restricted: await iago.createChannel("restricted", [othello, hamlet], { can_send_message_group: only(hamlet) }),
  archived: await hamlet.createChannel("archived", [hamlet]),
  unrestricted: await hamlet.createChannel("unrestricted", []),
  founded: await hamlet.createChannel("founded", [othello], { invite_only: true }),
  governed: await hamlet.createChannel("governed", [hamlet], {
    invite_only: true,
    can_administer_channel_group: only(shiva),
  }),
  left: await iago.createChannel("left", [iago], { invite_only: true, can_subscribe_group: only(hamlet) }),
};
for (const id of [channels.archived, channels.left]) await iago.callOrThrow("DELETE", `/streams/${id}`);

/** Returns for each pair the channel, or the error if the sender cannot post in it. */
async function rightsOf(pairs: readonly SenderChannelPair[], { server: testServer, realmId: id } = realm) {
  const snapshot = await testServer.snapshots.current(id);
  return pairs.map((pair) => postingPermissionIn(snapshot, pair));
}
const may = "";
const unknown = (name: string) => `Channel '${name}' does not exist`;
const closed = (name: string) => `Not authorized to send to channel '${name}'`;
const forbidden = "You do not have permission to post in this channel.";

const cases: readonly [TestUser, keyof typeof channels, string, string][] = [
  [othello, "public", may, "members can post in a public channel without being subscribed"],
  [polonius, "public", may, "a guest can post in a public channel if subscribed"],
  [
    polonius,
    "unrestricted",
    unknown("unrestricted"),
    "for a guest who is not subscribed, a public channel does not exist",
  ],
  [polonius, "web", may, "guests can post in a web-public channel without being subscribed"],
  [hamlet, "private", may, "subscribers can post in a private channel"],
  [othello, "private", unknown("private"), "for other members, a private channel does not exist"],
  [desdemona, "private", closed("private"), "owners who are not subscribed cannot post in a private channel"],
  [
    shiva,
    "governed",
    closed("governed"),
    "channel administrators who are not subscribed cannot post in a private channel",
  ],
  [hamlet, "founded", closed("founded"), "the creator of a private channel cannot post in it without being subscribed"],
  [bot, "private", may, "a bot can post in a private channel if its owner is subscribed"],
  [hamlet, "granted", may, "a user who may subscribe to a private channel can post in it"],
  [bot, "granted", may, "a bot can post in a private channel that its owner may subscribe to"],
  [
    cordelia,
    "granted",
    unknown("granted"),
    "for members who may not subscribe to a private channel, it does not exist",
  ],
  [hamlet, "restricted", may, "members of the group that may post can post in the channel"],
  [bot, "restricted", may, "a bot can post in a restricted channel if its owner can"],
  [othello, "restricted", forbidden, "a subscriber outside the group cannot post"],
  [desdemona, "restricted", forbidden, "an owner outside the group cannot post"],
  [hamlet, "archived", closed("archived"), "a subscriber cannot post in an archived channel"],
  [hamlet, "left", closed("left"), "a user who may subscribe to an archived private channel cannot post in it"],
  [othello, "left", unknown("left"), "for a user who cannot see it, an archived private channel does not exist"],
];

for (const [person, channel, expected, promise] of cases) {
  test(promise, async () => {
    const [right] = await rightsOf([{ userId: person.id, channelId: channels[channel], name: channel }]);
    assert.equal(right instanceof AppError ? right.message : may, expected);
  });
}

test("the results for many pairs of sender and channel have the order of the pairs", async () => {
  const pairs = cases.map(([{ id: userId }, name]) => ({ userId, channelId: channels[name], name }));
  const rights = await rightsOf(pairs);
  assert.deepEqual(
    rights.map((right) => (right instanceof AppError ? right.message : may)),
    cases.map(([, , expected]) => expected),
  );
});

test("system bots can post in every channel that is not archived", async () => {
  const userId = await loadSystemBotId(server.db.reader, "notification-bot");
  const rights = await rightsOf(Object.values(channels).map((channelId) => ({ userId, channelId })));
  const refused = rights.filter((right) => right instanceof AppError).map(({ message }) => message);
  assert.deepEqual(refused, [closed("archived"), closed("left")]);
});

test("posting in a channel of another organization fails with the same error as for a nonexistent channel", async () => {
  const other = await createTestOrganization();
  const elsewhere = await other.hamlet.createChannel("elsewhere");
  const pairs = [elsewhere, 987_654_321].map((channelId) => ({ userId: hamlet.id, channelId }));
  const rights = await rightsOf(pairs);
  assert.deepEqual(
    rights.map((right) => right instanceof AppError && [right.code, right.message, right.fields]),
    pairs.map(({ channelId: stream_id }) => [
      "STREAM_DOES_NOT_EXIST",
      `Channel with ID '${stream_id}' does not exist`,
      { stream_id },
    ]),
  );
});

test("sending a message fails with the same error that the check of posting permissions returns", async () => {
  const answer = await othello.post("/messages", {
    type: "channel",
    to: channels.restricted,
    topic: "x",
    content: "x",
  });
  assert.deepEqual([answer.status, answer.msg], [400, forbidden]);
});

test("a bot with the role of a guest can post exactly where its owner can", async () => {
  const other = await createTestOrganization();
  const open = await other.iago.createChannel("open", []);
  const granted = await other.iago.createChannel("granted", [], {
    invite_only: true,
    can_subscribe_group: only(other.hamlet),
  });
  const hidden = await other.iago.createChannel("hidden", [], { invite_only: true });
  await other.desdemona.callOrThrow("PATCH", `/users/${other.bot.id}`, { role: roles.guest });
  const userId = other.bot.id;
  const pairs = [open, granted, hidden].map((channelId) => ({ userId, channelId, name: String(channelId) }));
  const rights = await rightsOf(pairs, other);
  assert.deepEqual(
    rights.map((right) => (right instanceof AppError ? right.message : may)),
    [may, may, unknown(String(hidden))],
  );
  for (const to of [open, granted])
    await other.bot.callOrThrow("POST", "/messages", { type: "channel", to, topic: "x", content: "x" });
});
