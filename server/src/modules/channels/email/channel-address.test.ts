import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer, type Parameters, type TestUser } from "@parlance/testkit";
import { loadSystemBotId } from "#modules/organizations/core/system-realm.ts";

const server = await startServer({ emailGatewayPattern: "chat+%s@mail.example.com" });

const requestAddress = (person: TestUser, channel: number, parameters: Parameters = {}) =>
  person.get(`/streams/${channel}/email_address`, parameters);

async function address(person: TestUser, channel: number, parameters: Parameters = {}): Promise<string> {
  const { email, msg } = await requestAddress(person, channel, parameters);
  assert.equal(msg, "");
  return email;
}

const refusal = async (person: TestUser, channel: number, parameters: Parameters = {}) => {
  const { status, code, msg } = await requestAddress(person, channel, parameters);
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
};

const only = ({ id }: TestUser) => ({ direct_members: [id], direct_subgroups: [] });

test("each user who can post in a channel has an email address for it, which contains the channel's name and does not change", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("News & Views", [hamlet, polonius]);
  const first = await address(hamlet, channel);
  assert.match(first, /^chat\+news-views\.[0-9a-f]{32}\.show-sender@mail\.example\.com$/);
  assert.equal(await address(hamlet, channel), first);
  const addresses = [first, await address(othello, channel), await address(polonius, channel)];
  assert.equal(new Set(addresses).size, 3);
});

test("an email address omits special characters of the channel's name, and the whole name if it has letters that addresses cannot contain or is too long", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (const [name, start] of [
    ["Café", "chat+cafe."],
    ["новости", "chat+"],
    ["🦑", "chat+"],
    ["a".repeat(60), "chat+"],
    ['<"@>, x', "chat+x."],
  ] as const) {
    const email = await address(hamlet, await hamlet.createChannel(name));
    assert.match(email.slice(start.length), /^[0-9a-f]{32}\.show-sender@mail\.example\.com$/, name);
    assert.ok(email.startsWith(start), email);
  }
});

test("emails can be posted as the email gateway bot, as the user or as a bot of the user, each with a separate address", async () => {
  const { hamlet, iago, othello, desdemona, bot } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("news");
  const gateway = await loadSystemBotId(server.db.reader, "email-gateway");
  const usual = await address(hamlet, channel);
  assert.equal(await address(hamlet, channel, { sender_id: gateway }), usual);
  const others = [
    await address(hamlet, channel, { sender_id: hamlet.id }),
    await address(hamlet, channel, { sender_id: bot.id }),
    await address(iago, channel, { sender_id: bot.id }),
  ];
  assert.equal(new Set([usual, ...others]).size, 4);

  assert.equal(await refusal(othello, channel, { sender_id: bot.id }), "Insufficient permission");
  const elsewhere = await createTestOrganization(server);
  for (const id of [iago.id, elsewhere.bot.id, 987_654_321, await loadSystemBotId(server.db.reader, "welcome-bot")]) {
    assert.equal(await refusal(hamlet, channel, { sender_id: id }), "No such bot");
  }
  await hamlet.callOrThrow("DELETE", `/bots/${bot.id}`);
  assert.equal(await refusal(hamlet, channel, { sender_id: bot.id }), "No such bot");
  await desdemona.callOrThrow("DELETE", `/streams/${channel}`);
  assert.equal(await refusal(hamlet, channel), "Not authorized to send to channel 'news'");
});

test("users who cannot post in a channel get no email address, and the error for a hidden channel is the same as for a nonexistent one", async () => {
  const { desdemona, hamlet, othello, iago, polonius } = await createTestOrganization(server);
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  for (const person of [othello, iago, polonius]) assert.equal(await refusal(person, secret), "Invalid channel ID");
  assert.equal(await refusal(othello, 987_654_321), "Invalid channel ID");
  const board = await hamlet.createChannel("board", [hamlet, othello]);
  await desdemona.callOrThrow("PATCH", `/streams/${board}`, { can_send_message_group: { new: only(hamlet) } });
  assert.equal(await refusal(othello, board), "You do not have permission to post in this channel.");
  await address(hamlet, board);
});

test("addresses are empty if the server does not accept emails", async () => {
  const { hamlet } = await createTestOrganization();
  assert.equal(await address(hamlet, await hamlet.createChannel("news")), "");
});
