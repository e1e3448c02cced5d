import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  clock,
  minutes,
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";
import { createGroup, membersOfGroup } from "#modules/groups/core/fixtures/groups.ts";
import { setSettings } from "./fixtures/actions/set-settings.ts";
import {
  loadAuditActs,
  requestToJoin,
  realmContextOf,
  findByKey,
  sendInvites,
  joinWithKey,
  loadKey,
  createInviteLink,
  loadOpenInvitations,
  refusalOf,
} from "./fixtures/invitations.ts";

await testServer();

const EMAIL = "yorick@example.com";

/** Invites an address with the given offer, and returns the invitation's key. */
async function invited(realm: TestOrganization, person: TestUser, more = {}, email = EMAIL): Promise<string> {
  assert.equal((await sendInvites(person, email, more)).result, "success");
  return loadKey(realm, email);
}

async function channelsOf(person: TestUser): Promise<string[]> {
  const { state } = await person.registerQueue();
  return (state["subscriptions"] as { name: string }[]).map(({ name }) => name);
}

const refusal = (realm: TestOrganization, key: string, more = {}) => refusalOf(joinWithKey(realm, key, more));

test("a new user gets the offered role, channels and groups, and all users receive an event", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, othello, polonius } = realm;
  const news = await hamlet.createChannel("news", [hamlet, polonius]);
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const players = await createGroup(hamlet, "players");
  const key = await invited(realm, hamlet, { stream_ids: [news, secret], group_ids: [players] });
  let yorick = hamlet;
  const received = await watchEvents([hamlet, iago, othello, polonius], async () => {
    yorick = await joinWithKey(realm, key, { timezone: "Europe/Copenhagen" });
  });
  const kinds = received.map((events) => events.map(({ type, op }) => (op ? `${type}/${op}` : type)));
  const joinEvents = ["realm_user/add", ...Array.from({ length: 3 }, () => "user_group/add_members")];
  assert.deepEqual(kinds, [
    [...joinEvents, "subscription/peer_add", "subscription/peer_add", "invites_changed", "message"],
    [...joinEvents, "subscription/peer_add", "subscription/peer_add", "invites_changed"],
    [...joinEvents, "subscription/peer_add"],
    [...joinEvents, "subscription/peer_add"],
  ]);
  const [added] = received[2] ?? [];
  assert.deepEqual(
    [added?.["person"]?.full_name, added?.["person"]?.role, added?.["person"]?.timezone],
    ["Yorick", 400, "Europe/Copenhagen"],
  );
  assert.deepEqual(await channelsOf(yorick), ["news", "secret"]);
  assert.deepEqual(await membersOfGroup(iago, players), [yorick.id]);
  assert.deepEqual(await findByKey(realm, key), { state: "used" });
});

test("an invitation that includes the default channels subscribes even guests to them", async () => {
  const realm = await createTestOrganization();
  const { iago } = realm;
  await iago.createChannel("general", [iago], { is_default_stream: true });
  const news = await iago.createChannel("news");
  const offers = [
    [{}, []],
    [{ stream_ids: [news] }, ["news"]],
    [{ include_realm_default_subscriptions: true }, ["general"]],
    [{ include_realm_default_subscriptions: true, stream_ids: [news], invite_as: 600 }, ["general", "news"]],
    [{ invite_as: 600 }, []],
  ] as const;
  for (const [index, [offer, channels]] of offers.entries()) {
    const key = await invited(realm, iago, offer, `p${index}@example.com`);
    assert.deepEqual(await channelsOf(await joinWithKey(realm, key)), channels, JSON.stringify(offer));
  }
});

test("channels and groups of an invitation that were archived or deactivated in the meantime are skipped", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  const [news, gone] = [await hamlet.createChannel("news"), await hamlet.createChannel("gone")];
  const [players, ghosts] = [await createGroup(hamlet, "players"), await createGroup(hamlet, "ghosts")];
  const key = await invited(realm, hamlet, { stream_ids: [gone, news], group_ids: [ghosts, players] });
  await hamlet.callOrThrow("DELETE", `/streams/${gone}`);
  await hamlet.callOrThrow("POST", `/user_groups/${ghosts}/deactivate`);
  const yorick = await joinWithKey(realm, key);
  assert.deepEqual(await channelsOf(yorick), ["news"]);
  assert.deepEqual(await membersOfGroup(iago, players), [yorick.id]);
  assert.deepEqual(await membersOfGroup(iago, ghosts), []);
});

test("for a new user, the twenty newest messages are unread, older ones are read, and messages in channels with protected history are hidden", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const news = await hamlet.createChannel("news");
  const shared = await hamlet.createChannel("shared", [hamlet], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const past = await hamlet.createChannel("past", [hamlet], { invite_only: true });
  const elsewhere = await hamlet.createChannel("elsewhere");
  const old: number[] = [];
  for (let count = 0; count < 3; count += 1) old.push(await hamlet.sendToChannel(news));
  const recent = [await hamlet.sendToChannel(shared)];
  for (let count = 0; count < 19; count += 1) {
    if (count < 3) await hamlet.sendToChannel(count === 0 ? elsewhere : past);
    recent.push(await hamlet.sendToChannel(news));
  }
  const key = await invited(realm, hamlet, { stream_ids: [news, shared, past] });
  const yorick = await joinWithKey(realm, key);
  const { state } = await yorick.registerQueue();
  const unread = (state["unread_msgs"].streams as { unread_message_ids: number[] }[])
    .flatMap(({ unread_message_ids: ids }) => ids)
    .toSorted((a, b) => a - b);
  assert.deepEqual(unread, recent);
  const { messages } = await yorick.callOrThrow("GET", "/messages", {
    anchor: "oldest",
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: "channel", operand: news }],
  });
  const flags = new Map((messages as { id: number; flags: string[] }[]).map((one) => [one.id, one.flags]));
  for (const id of old) assert.deepEqual(flags.get(id), ["read", "historical"]);
  for (const id of recent.slice(1)) assert.deepEqual(flags.get(id), ["historical"]);
  const { messages: protectedOnes } = await yorick.callOrThrow("GET", "/messages", {
    anchor: "oldest",
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: "channel", operand: past }],
  });
  assert.deepEqual(protectedOnes, []);
  const next = await hamlet.sendToChannel(past);
  const after = (await yorick.registerQueue()).state["unread_msgs"].streams as { unread_message_ids: number[] }[];
  assert.ok(after.some(({ unread_message_ids: ids }) => ids.includes(next)));
});

test("when an invitation is accepted, other invitations to the same address are revoked, regardless of their sender", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, cordelia } = realm;
  const first = await invited(realm, hamlet);
  const second = await invited(realm, othello, {}, EMAIL.toUpperCase());
  await requestToJoin(realm, EMAIL, await createInviteLink(iago));
  const loadedKey = await loadKey(realm, EMAIL);
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], () => joinWithKey(realm, first));
  assert.ok(toOthello?.some(({ type }) => type === "invites_changed"));
  assert.ok(!toCordelia?.some(({ type }) => type === "invites_changed"));
  for (const key of [second, loadedKey]) assert.deepEqual(await findByKey(realm, key), { state: "revoked" });
  assert.equal((await loadOpenInvitations(iago)).length, 1, "the link still stands");
});

test("if an administrator creates an account, open invitations to its address are revoked", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, server } = realm;
  const key = await invited(realm, hamlet);
  await server.db.write((tx) => setOperatorRights(tx, iago.id, { canCreateUsers: true }));
  await iago.callOrThrow("POST", "/users", { email: EMAIL, full_name: "Yorick", password: "of infinite jest" });
  assert.deepEqual(await findByKey(realm, key), { state: "revoked" });
});

test("the audit log records the acceptance of an invitation as an act of the new user", async () => {
  const realm = await createTestOrganization();
  const key = await invited(realm, realm.hamlet);
  const [{ id } = assert.fail()] = await loadOpenInvitations(realm.hamlet);
  const yorick = await joinWithKey(realm, key);
  assert.deepEqual((await loadAuditActs(realm)).at(-1), {
    act: "invitation.accepted",
    actor_id: yorick.id,
    target_id: id,
    before: null,
    after: { email: EMAIL, invited_as: 400 },
  });
});

test("a new user needs a valid name and an address that is still allowed", async () => {
  const realm = await createTestOrganization();
  const key = await invited(realm, realm.hamlet);
  assert.equal(await refusal(realm, key, { fullName: "Y" }), "Name too short!");
  assert.equal(await refusal(realm, key, { fullName: "Yo*rick" }), "Invalid characters in name!");
  await setSettings(realm, { require_unique_names: true });
  assert.equal(await refusal(realm, key, { fullName: "king hamlet" }), "Unique names required in this organization.");
  await setSettings(realm, { emails_restricted_to_domains: true });
  assert.equal(await refusal(realm, key), `Email '${EMAIL}' not allowed in this organization`);
  await setSettings(realm, {});
  assert.equal((await findByKey(realm, key)).state, "usable", "an attempt that failed costs nothing");
  const yorick = await joinWithKey(realm, key, { fullName: " Yorick " });
  assert.equal(yorick.fullName, "Yorick");
});

test("new users get the organization's default settings, but can choose the visibility of their address", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  await iago.callOrThrow("PATCH", "/realm/user_settings_defaults", { email_address_visibility: 2, enter_sends: true });
  const plain = await joinWithKey(realm, await invited(realm, hamlet));
  const hidden = await joinWithKey(realm, await invited(realm, hamlet, {}, "osric@example.com"), {
    emailVisibility: 3,
  });
  const seen = async (viewer: TestUser, { id }: TestUser) =>
    (await viewer.callOrThrow("GET", `/users/${id}`))["user"].delivery_email;
  assert.deepEqual([await seen(hamlet, plain), await seen(hamlet, hidden)], [EMAIL, null]);
  assert.equal(await seen(iago, hidden), "osric@example.com");
  const { user_settings: settings } = (await hidden.registerQueue()).state;
  assert.deepEqual([settings.enter_sends, settings.email_address_visibility], [true, 3]);
});

test("a key is rejected if its invitation is used, revoked, expired, unknown or of another organization, or if it is the key of a link", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  const used = await invited(realm, hamlet);
  await joinWithKey(realm, used);
  const revoked = await invited(realm, hamlet, {}, "revoked@example.com");
  const [{ id } = assert.fail()] = await loadOpenInvitations(hamlet);
  await hamlet.callOrThrow("DELETE", `/invites/${id}`);
  const expired = await invited(realm, hamlet, { invite_expires_in_minutes: 7 }, "expired@example.com");
  clock.shiftWallClock(minutes(7));
  const link = await createInviteLink(iago);
  const elsewhere = await createTestOrganization();
  const foreign = await invited(elsewhere, elsewhere.hamlet);
  const states = { [used]: "used", [revoked]: "revoked", [expired]: "expired", [foreign]: "unknown", "": "unknown" };
  for (const [key, state] of Object.entries(states)) {
    assert.deepEqual(await findByKey(realm, key), { state });
    assert.equal(await refusal(realm, key), state);
  }
  assert.equal((await findByKey(realm, link)).state, "usable");
  assert.equal(await refusal(realm, link), "unknown");
});

test("the invitations and links of a deactivated user cannot be used", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, desdemona, server } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", {
    create_multiuse_invite_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
  });
  const invitationId = await invited(realm, hamlet);
  const link = await createInviteLink(hamlet);
  await requestToJoin(realm, "osric@example.com", link);
  const loadedKey = await loadKey(realm, "osric@example.com");
  const others = await invited(realm, othello, {}, "fortinbras@example.com");
  const gone = { realm: realmContextOf(realm), actorId: iago.id, userId: hamlet.id, now: clock.now() };
  const [toIago] = await watchEvents([iago], () => server.db.write((tx) => deactivateUser(tx, gone)));
  assert.ok(toIago?.some(({ type }) => type === "invites_changed"));
  for (const key of [invitationId, link, loadedKey])
    assert.deepEqual(await findByKey(realm, key), { state: "revoked" });
  assert.equal(await refusal(realm, invitationId), "revoked");
  assert.equal(await refusal(realm, loadedKey), "revoked");
  await assert.rejects(requestToJoin(realm, "again@example.com", link));
  assert.equal((await findByKey(realm, others)).state, "usable");
  const revocations = (await loadAuditActs(realm)).filter(({ act }) => act === "invitation.revoked");
  assert.equal(revocations.length, 2);
});

test("a new user never gets a higher role than the inviter has now", async () => {
  const realm = await createTestOrganization();
  const { iago, server, realmId } = realm;
  const key = await invited(realm, iago, { invite_as: 200 });
  const link = await createInviteLink(iago, { invite_as: 200 });
  await server.db.write((tx) => setRole(tx, { realmId, userId: iago.id, role: 300, now: clock.now() }));
  for (const one of [key, link]) {
    const found = await findByKey(realm, one);
    assert.equal(found.state === "usable" && found.role, roles.moderator);
  }
  const yorick = await joinWithKey(realm, key);
  assert.equal((await iago.callOrThrow("GET", `/users/${yorick.id}`))["user"].role, roles.moderator);
});
