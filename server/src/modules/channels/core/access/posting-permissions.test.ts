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

/** Asks who may write where. */
async function rightsOf(pairs: readonly SenderChannelPair[], { server: asked, realmId: id } = realm) {
  const snapshot = await asked.snapshots.current(id);
  return pairs.map((pair) => postingPermissionIn(snapshot, pair));
}
const may = "";
const unknown = (name: string) => `Channel '${name}' does not exist`;
const closed = (name: string) => `Not authorized to send to channel '${name}'`;
const forbidden = "You do not have permission to post in this channel.";

const cases: readonly [TestUser, keyof typeof channels, string, string][] = [
  [othello, "public", may, "a public channel is open to members, subscribed or not"],
  [polonius, "public", may, "a guest writes where subscribed"],
  [polonius, "unrestricted", unknown("unrestricted"), "a guest does not write where not subscribed"],
  [polonius, "web", may, "a web-public channel is open to everybody"],
  [hamlet, "private", may, "a private channel is open to its subscribers"],
  [othello, "private", unknown("private"), "a private channel does not exist for others"],
  [desdemona, "private", closed("private"), "a private channel is closed to owners"],
  [shiva, "governed", closed("governed"), "a private channel is closed to who administers it without being in it"],
  [hamlet, "founded", closed("founded"), "so it is to who made it without being in it"],
  [bot, "private", may, "a bot writes where its owner is subscribed"],
  [hamlet, "granted", may, "who was granted a private channel writes there"],
  [bot, "granted", may, "so does the bot of who was granted it"],
  [cordelia, "granted", unknown("granted"), "for others there is no such channel"],
  [hamlet, "restricted", may, "who is in the channel's group may post"],
  [bot, "restricted", may, "a bot posts where its owner may"],
  [othello, "restricted", forbidden, "a subscriber outside the group may not post"],
  [desdemona, "restricted", forbidden, "an owner outside the group may not post"],
  [hamlet, "archived", closed("archived"), "nobody posts in an archived channel"],
  [hamlet, "left", closed("left"), "not even who was granted it"],
  [othello, "left", unknown("left"), "and one that is hidden does not exist"],
];

for (const [person, channel, expected, promise] of cases) {
  test(promise, async () => {
    const [right] = await rightsOf([{ userId: person.id, channelId: channels[channel], name: channel }]);
    assert.equal(right instanceof AppError ? right.message : may, expected);
  });
}

test("permissions for many pairs are returned in the order of the pairs", async () => {
  const pairs = cases.map(([{ id: userId }, name]) => ({ userId, channelId: channels[name], name }));
  const rights = await rightsOf(pairs);
  assert.deepEqual(
    rights.map((right) => (right instanceof AppError ? right.message : may)),
    cases.map(([, , expected]) => expected),
  );
});

test("system bots can post in any channel that is not archived", async () => {
  const userId = await loadSystemBotId(server.db.reader, "notification-bot");
  const rights = await rightsOf(Object.values(channels).map((channelId) => ({ userId, channelId })));
  const refused = rights.filter((right) => right instanceof AppError).map(({ message }) => message);
  assert.deepEqual(refused, [closed("archived"), closed("left")]);
});

test("a channel of another organization is treated as nonexistent", async () => {
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

test("posting permissions agree with the result of sending", async () => {
  const answer = await othello.post("/messages", {
    type: "channel",
    to: channels.restricted,
    topic: "x",
    content: "x",
  });
  assert.deepEqual([answer.status, answer.msg], [400, forbidden]);
});

test("a bot with the guest role can post where its owner can, and nowhere else", async () => {
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
