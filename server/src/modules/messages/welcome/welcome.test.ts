import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "node:crypto";
import {
  call,
  clock,
  createTestOrganization,
  TEST_HOST,
  type Parameters,
  TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
  type Narrow,
  writeRowsDirectly,
} from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { setSettings } from "#modules/invitations/fixtures/actions/set-settings.ts";
import {
  sendInvites,
  joinWithKey,
  loadKey,
  loadEmailsTo,
  createInviteLink,
  requestToJoin,
} from "#modules/invitations/fixtures/invitations.ts";
import { createChannels } from "#modules/channels/core/actions/create-channels.ts";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";

await testServer();

const EMAIL = "yorick@example.com";

async function invited(realm: TestOrganization, person: TestUser, more: Parameters = {}): Promise<TestUser> {
  assert.equal((await sendInvites(person, EMAIL, more)).result, "success");
  return joinWithKey(realm, await loadKey(realm, EMAIL));
}

const messagesOf = async (person: TestUser, narrow: Narrow, rendered = false) =>
  (
    await person.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 100,
      num_after: 0,
      narrow,
      apply_markdown: rendered,
      allow_empty_topic_name: true,
    })
  ).messages;

const directs = [{ operator: "is", operand: "dm" }];

test("the welcome bot sends each new user a starred, unread message, and after it the custom text of the invitation", async () => {
  const realm = await createTestOrganization();
  const yorick = await invited(realm, realm.iago, { welcome_message_custom_text: "Bring a **skull**" });
  const [greeting, custom, ...more] = await messagesOf(yorick, directs);
  assert.deepEqual(more, []);
  assert.equal(greeting?.sender_full_name, "Welcome Bot");
  assert.match(greeting.content, /^Hello, and welcome to Parlance!/);
  assert.deepEqual(greeting.flags, ["starred"]);
  assert.equal(custom?.content, "The administrators of this organization have a message for you:\n\nBring a **skull**");
  assert.deepEqual(custom.flags, []);
  const { state } = await yorick.registerQueue();
  assert.deepEqual(state["starred_messages"], [greeting.id]);
  assert.equal(state["unread_msgs"].count, 2);
});

test("a user who sent an invitation receives a notice when the invited user signs up, unless the invitation disabled it; the creator of an invitation link receives none", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago } = realm;
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], () => invited(realm, hamlet));
  const [event = assert.fail(), ...more] = toHamlet?.filter(({ type }) => type === "message") ?? [];
  assert.deepEqual(more, []);
  const { content, sender_full_name: sender } = event.message!;
  assert.match(
    content,
    /<span class="user-mention silent" data-user-id="\d+">Yorick<\/span> accepted your invitation to join Parlance!/,
  );
  assert.equal(sender, "Notification Bot");
  assert.ok(!toOthello?.some(({ type }) => type === "message"));

  const quiet = await createTestOrganization();
  const received = await watchEvents([quiet.hamlet], () =>
    invited(quiet, quiet.hamlet, { notify_referrer_on_join: false }),
  );
  assert.ok(!received[0]?.some(({ type }) => type === "message"));
  await requestToJoin(realm, "osric@example.com", await createInviteLink(iago));
  const osric = await loadKey(realm, "osric@example.com");
  const [toIago] = await watchEvents([iago], () => joinWithKey(realm, osric, { fullName: "Osric" }));
  assert.ok(!toIago?.some(({ type }) => type === "message"));
});

test("a user whose account was created by an administrator receives the same welcome message and email as an invited user", async () => {
  const realm = await createTestOrganization();
  const { iago, server } = realm;
  await server.db.write((tx) => setOperatorRights(tx, iago.id, { canCreateUsers: true }));
  const password = "alas, of infinite jest";
  await iago.callOrThrow("POST", "/users", { email: EMAIL, full_name: "Yorick", password });
  const site = { port: server.port, host: realm.host };
  const login = await call(site, { method: "POST", path: "/fetch_api_key", parameters: { username: EMAIL, password } });
  const { user_id: id, api_key: apiKey } = login as unknown as { user_id: number; api_key: string };
  const yorick = new TestUser(site, { id, apiKey, email: EMAIL, fullName: "Yorick" });
  const [greeting, ...more] = await messagesOf(yorick, directs);
  assert.deepEqual([greeting?.sender_full_name, greeting?.flags, more], ["Welcome Bot", ["starred"], []]);
  assert.deepEqual(
    (await loadEmailsTo(realm, EMAIL)).map(({ kind }) => kind),
    ["welcome"],
  );
});

test("new users are announced in a channel if the organization has set one", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const channel = await hamlet.createChannel("door");
  await setSettings(realm, { signup_announcements_stream_id: channel });
  await invited(realm, hamlet);
  const narrow = [
    { operator: "channel", operand: channel },
    { operator: "topic", operand: "signups" },
  ];
  const [message, ...more] = await messagesOf(hamlet, narrow);
  assert.match(message?.content ?? "", /^@_\*\*Yorick\|\d+\*\* joined this organization\.$/);
  assert.deepEqual(more, []);
});

test("new users are not announced in an archived channel, and are announced in the empty topic of a channel that allows no other topics", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const channel = await hamlet.createChannel("door");
  await setSettings(realm, { signup_announcements_stream_id: channel });
  const set = (values: { is_archived: boolean; topics_policy?: string }) =>
    writeRowsDirectly(realm, (tx) => tx.updateTable("channel").set(values).where("id", "=", channel).execute());
  await set({ is_archived: true });
  await invited(realm, hamlet);
  await set({ is_archived: false, topics_policy: "empty_topic_only" });
  await sendInvites(hamlet, "osric@example.com");
  await joinWithKey(realm, await loadKey(realm, "osric@example.com"), { fullName: "Osric" });
  const messages = await messagesOf(hamlet, [{ operator: "channel", operand: channel }]);
  const announced = messages.filter(({ content }) => content.endsWith("joined this organization."));
  assert.deepEqual(
    announced.map(({ subject }) => subject),
    [""],
  );
});

test("the first user of an organization is not announced, but the second one is", async () => {
  const server = await testServer();
  const subdomain = `r${randomBytes(5).toString("hex")}`;
  const realmId = await server.db.write(async (tx) => {
    const now = clock.now();
    const { id } = await createRealm(tx, { subdomain, name: "Elsinore", now });
    const channels = [{ name: "door", isDefault: true }];
    const [channel] = await createChannels(tx, { realmId: id, creatorId: null, now, channels });
    const settings = { invite_required: false, signup_announcements_stream_id: channel?.id };
    await storeRealm(tx, id, { settings });
    return id;
  });
  const realm = { server, realmId, host: `${subdomain}.${TEST_HOST}` };
  const names = ["Yorick", "Osric"];
  for (const fullName of names) {
    const email = `${fullName}@example.com`;
    await requestToJoin(realm, email);
    const newcomer = await joinWithKey(realm, await loadKey(realm, email), { fullName });
    const messages = await messagesOf(newcomer, [{ operator: "channel", operand: "door" }]);
    assert.equal(messages.length, names.indexOf(fullName));
  }
});

test("new users receive a welcome email, unless the organization has disabled it", async () => {
  const realm = await createTestOrganization();
  await invited(realm, realm.hamlet);
  const [, email] = await loadEmailsTo(realm, EMAIL);
  assert.deepEqual([email?.kind, email?.subject], ["welcome", "Welcome to Shakespeare"]);
  assert.ok(email?.body_text?.includes(EMAIL) && email.body_text.includes(`http://${realm.host}`));

  const silent = await createTestOrganization();
  await setSettings(silent, { send_welcome_emails: false });
  await invited(silent, silent.hamlet);
  assert.deepEqual(
    (await loadEmailsTo(silent, EMAIL)).map(({ kind }) => kind),
    ["invitation"],
  );
});

test("administrators can send themselves the custom welcome message to test it", async () => {
  const { iago, desdemona, shiva, hamlet } = await createTestOrganization();
  const path = "/realm/test_welcome_bot_custom_message";
  const [toIago, toHamlet] = await watchEvents([iago, hamlet], async () => {
    const { message_id: id } = await iago.callOrThrow("POST", path, {
      welcome_message_custom_text: "Bring a **skull**",
    });
    const [message] = await messagesOf(iago, directs, true);
    assert.equal(message?.id, id);
    assert.equal(message?.sender_full_name, "Welcome Bot");
    assert.match(message?.content ?? "", /administrators of this organization.*<strong>skull<\/strong>/s);
  });
  assert.deepEqual(
    toIago?.map(({ type }) => type),
    ["message"],
  );
  assert.deepEqual(toHamlet, []);
  await desdemona.callOrThrow("POST", path, { welcome_message_custom_text: "x".repeat(8000) });

  for (const text of ["", " \n"]) {
    const { status, code, msg } = await iago.post(path, { welcome_message_custom_text: text });
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Message must not be empty"]);
  }
  const { msg } = await iago.post(path, { welcome_message_custom_text: "x".repeat(8001) });
  assert.equal(msg, "welcome_message_custom_text is too long (limit: 8000 characters)");
  assert.equal((await iago.call("POST", path)).msg, "Missing 'welcome_message_custom_text' argument");
  for (const person of [shiva, hamlet]) {
    const { code, msg: refusal } = await person.post(path, { welcome_message_custom_text: "x" });
    assert.deepEqual([code, refusal], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
});
