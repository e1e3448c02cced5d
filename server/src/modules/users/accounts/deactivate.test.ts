import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  signInWithSession,
  startServerBeside,
  testServer,
  type TestOrganization,
  watchEvents,
  untilPollsWaiting,
} from "@parlance/testkit";
import { setRole } from "./actions/set-role.ts";
import { setPassword } from "#modules/sign-in/passwords/actions/set-password.ts";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";

await testServer();

const kinds = (events: { type: string; op?: string | undefined }[] | undefined) =>
  events?.map(({ type, op }) => (op ? `${type}/${op}` : type));

const makeOwner = ({ server, realmId }: TestOrganization, { id: userId }: TestUser) =>
  server.db.write((tx) => setRole(tx, { realmId, userId, role: 100, now: new Date() }));

const refused = async (answer: ReturnType<TestUser["delete"]>) => {
  const { status, code, msg } = await answer;
  return [status, code, msg];
};

test("all users receive an event about a deactivated user, after the events about the user's channels", async () => {
  const { desdemona, iago, hamlet, cordelia, polonius, othello } = await createTestOrganization();
  await iago.createChannel("public", [othello, hamlet, polonius]);
  await iago.createChannel("closet", [othello, cordelia], { invite_only: true });
  const [toIago, toHamlet, toCordelia, toPolonius] = await watchEvents(
    [iago, hamlet, cordelia, polonius, desdemona],
    () => iago.callOrThrow("DELETE", `/users/${othello.id}`),
  );
  assert.deepEqual(kinds(toHamlet), ["subscription/peer_remove", "realm_user/update"]);
  assert.deepEqual(toHamlet?.[1]?.["person"], { user_id: othello.id, is_active: false });
  assert.deepEqual(toHamlet?.[0]?.["user_ids"], [othello.id]);
  assert.deepEqual(kinds(toPolonius), ["subscription/peer_remove", "realm_user/update"]);
  const channels = (events: typeof toIago) => events?.flatMap((event) => event["stream_ids"] ?? []).length;
  assert.deepEqual([toIago, toCordelia, toHamlet].map(channels), [2, 2, 1]);
});

test("if a user is deactivated, the user's bots are deactivated first", async () => {
  const { iago, hamlet, bot, cordelia, server, realmId } = await createTestOrganization();
  await iago.createChannel("public", [bot, hamlet, cordelia]);
  const [toIago, toCordelia] = await watchEvents([iago, cordelia], () =>
    iago.callOrThrow("DELETE", `/users/${hamlet.id}`),
  );
  const changes = toCordelia?.filter(({ type }) => type === "realm_user").map(({ person }) => person);
  assert.deepEqual(changes, [
    { user_id: bot.id, is_active: false },
    { user_id: hamlet.id, is_active: false },
  ]);
  assert.ok(kinds(toIago)?.includes("realm_bot/update"));
  assert.ok(!kinds(toCordelia)?.includes("realm_bot/update"));
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_id", "after"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  const act = { actor_id: iago.id, after: { is_active: false } };
  assert.deepEqual(acts.slice(-2), [
    { ...act, act: "bot.deactivated", target_id: bot.id },
    { ...act, act: "user.deactivated", target_id: hamlet.id },
  ]);
  assert.deepEqual(await refused(bot.get("/users/me")), [401, "UNAUTHORIZED", "Account is deactivated"]);
});

test("a deactivated account can no longer be used: its key and password are rejected, and its waiting poll ends", async () => {
  const realm = await createTestOrganization();
  const { iago, othello, server } = realm;
  const password = "a sea of troubles";
  const hash = await hashPassword(password);
  await server.db.write((tx) => setPassword(tx, othello.id, hash));
  const client = await othello.registerQueue();
  const pendingPoll = client.poll({ block: true });
  // The user is deactivated only when the poll is waiting at the server.
  await untilPollsWaiting(server, 1);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);

  assert.deepEqual(await pendingPoll, [], "the waiting poll ends, without the later events");
  const dead = [401, "UNAUTHORIZED", "Account is deactivated"];
  assert.deepEqual(await refused(othello.get("/users/me")), dead);
  const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
  assert.deepEqual(await refused(othello.get("/events", poll)), dead);
  const login = await othello.post("/fetch_api_key", { username: othello.email, password });
  assert.deepEqual([login.status, login.code], [401, "USER_DEACTIVATED"]);
});

test("if a user is deactivated by one process, the user's poll that waits at another process ends", async () => {
  const { iago, othello, server } = await createTestOrganization();
  const other = await startServerBeside(server);
  const client = await othello.at(other).registerQueue();
  const pendingPoll = client.poll({ block: true });
  await untilPollsWaiting(other, 1);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.deepEqual(await pendingPoll, []);
});

test("a deactivated user is not listed or counted in channels, groups and permissions", async () => {
  const { desdemona, iago, hamlet, othello } = await createTestOrganization();
  const id = await othello.createChannel("public", [othello, hamlet]);
  const group = await desdemona.callOrThrow("POST", "/user_groups/create", {
    name: "guards",
    description: "",
    members: [othello.id, hamlet.id],
  });
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_groups: { new: { direct_members: [othello.id], direct_subgroups: [] } },
  });
  await watchEvents([iago, hamlet], () => iago.callOrThrow("DELETE", `/users/${othello.id}`));

  const { state } = await iago.registerQueue();
  const channel = state["never_subscribed"].find(({ stream_id }: { stream_id: number }) => stream_id === id);
  assert.deepEqual([channel?.subscribers, channel?.subscriber_count], [[hamlet.id], 1]);
  const groups: { id: number; name: string; members: number[] }[] = state["realm_user_groups"];
  assert.ok(groups.every(({ members }) => !members.includes(othello.id)));
  assert.deepEqual(groups.find((one) => one.id === group["group_id"])?.members, [hamlet.id]);
  const nobodyGroupId = groups.find(({ name }) => name === "role:nobody")?.id;
  assert.equal(state["realm_can_create_groups"], nobodyGroupId);
  assert.equal(channel?.can_administer_channel_group, nobodyGroupId);
  assert.deepEqual(
    state["realm_non_active_users"].map(({ user_id }: { user_id: number }) => user_id),
    [othello.id],
  );
});

test("a deactivated user cannot receive direct messages and cannot be subscribed to channels", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await iago.createChannel("public", [hamlet]);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const message = { type: "direct", to: [othello.id], content: "Words" } as const;
  assert.equal((await hamlet.post("/messages", message)).msg, `'${othello.email}' is no longer using this service.`);
  const subscription = { subscriptions: [{ name: "public" }], principals: [othello.id] };
  assert.equal((await iago.post("/users/me/subscriptions", subscription)).msg, "User is deactivated");
});

test("deactivating a user ends the user's sessions and revokes the user's invitations", async () => {
  const { iago, othello, server } = await createTestOrganization();
  await signInWithSession(server, othello);
  await othello.callOrThrow("POST", "/invites", { invitee_emails: "emilia@example.com", stream_ids: [] });
  const [received] = await watchEvents([iago], () => iago.callOrThrow("DELETE", `/users/${othello.id}`));
  assert.deepEqual(kinds(received), ["invites_changed", "realm_user/update"]);
  assert.deepEqual((await iago.callOrThrow("GET", "/invites"))["invites"], []);
  const sessions = await server.db.reader
    .selectFrom("web_session")
    .select("user_id")
    .where("user_id", "=", othello.id)
    .execute();
  assert.deepEqual(sessions, []);
});

test("subscriber counts stay correct during concurrent changes", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const names = ["a", "b", "c"];
  for (const name of names) await iago.createChannel(name, [hamlet]);
  const subscribes = () =>
    iago.post("/users/me/subscriptions", {
      subscriptions: names.map((name) => ({ name })),
      principals: [othello.id],
    });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([subscribes(), iago.delete(`/users/${othello.id}`), hamlet.sendToChannel("a")]);
    await Promise.all([iago.post(`/users/${othello.id}/reactivate`), subscribes()]);
    await othello.delete("/users/me/subscriptions", { subscriptions: names });
    await Promise.all([subscribes(), iago.delete(`/users/${othello.id}`)]);
    const { state } = await iago.registerQueue();
    for (const { subscribers, subscriber_count } of state["never_subscribed"]) {
      assert.deepEqual([subscribers, subscriber_count], [[hamlet.id], 1]);
    }
    await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  }
});

test("if only administrators and a deactivated user may post in a channel, the channel is shown as restricted to administrators", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const { state } = await iago.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const administrators = state.realm_user_groups.find(({ name }) => name === "role:administrators")!.id;
  const id = await iago.createChannel("proclamations", [hamlet], {
    can_send_message_group: { direct_members: [othello.id], direct_subgroups: [administrators] },
  });
  const policy = async () =>
    (await hamlet.registerQueue()).state["subscriptions"].find(
      ({ stream_id }: { stream_id: number }) => stream_id === id,
    )?.stream_post_policy;
  assert.equal(await policy(), 1);
  await watchEvents([iago, hamlet], () => iago.callOrThrow("DELETE", `/users/${othello.id}`));
  assert.equal(await policy(), 2);
  await watchEvents([iago, hamlet], () => iago.callOrThrow("POST", `/users/${othello.id}/reactivate`));
  assert.equal(await policy(), 1);
});

test("a mention of a topic's participants does not include a deactivated user", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await iago.createChannel("public", [hamlet, othello]);
  await othello.sendToChannel("public", { topic: "jealousy" });
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const id = await hamlet.sendToChannel("public", { topic: "jealousy", content: "@**topic** beware" });
  await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  const { message } = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.deepEqual(message.flags, ["read", "historical"]);
});

test("only administrators can deactivate users, only owners can deactivate owners, and the ids of bots, unknown users and deactivated users are rejected", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, othello, polonius, bot } = realm;
  const insufficient = [400, "BAD_REQUEST", "Insufficient permission"];
  for (const person of [shiva, hamlet, polonius, bot]) {
    assert.deepEqual(await refused(person.delete(`/users/${othello.id}`)), insufficient, person.fullName);
  }
  assert.deepEqual(await refused(iago.delete(`/users/${bot.id}`)), [400, "BAD_REQUEST", "No such user"]);
  assert.deepEqual(await refused(iago.delete(`/users/${2 ** 31 - 1}`)), [400, "BAD_REQUEST", "No such user"]);
  const elsewhere = await createTestOrganization();
  assert.deepEqual(await refused(iago.delete(`/users/${elsewhere.hamlet.id}`)), [400, "BAD_REQUEST", "No such user"]);
  await makeOwner(realm, cordeliaOf(realm));
  assert.deepEqual(await refused(iago.delete(`/users/${desdemona.id}`)), [
    400,
    "UNAUTHORIZED_PRINCIPAL",
    "Must be an organization owner",
  ]);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.deepEqual(await refused(iago.delete(`/users/${othello.id}`)), [400, "BAD_REQUEST", "User is deactivated"]);
  await desdemona.callOrThrow("DELETE", `/users/${cordeliaOf(realm).id}`);
});

const cordeliaOf = ({ cordelia }: TestOrganization) => cordelia;

test("the last owner of an organization cannot be deactivated", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  assert.deepEqual(await refused(desdemona.delete(`/users/${desdemona.id}`)), [
    400,
    "BAD_REQUEST",
    "Cannot deactivate the only organization owner",
  ]);
  const own = await desdemona.delete("/users/me");
  assert.deepEqual(
    [own.status, own.code, own.msg, own.body["is_last_owner"], own.body["entity"]],
    [400, "CANNOT_DEACTIVATE_LAST_USER", "Cannot deactivate the only organization owner.", true, "organization owner"],
  );
  await makeOwner(realm, iago);
  await desdemona.callOrThrow("DELETE", "/users/me");
  assert.equal((await iago.delete("/users/me")).code, "CANNOT_DEACTIVATE_LAST_USER");
});

test("the last user of an organization cannot be deactivated", async () => {
  const { desdemona, iago, shiva, hamlet, cordelia, othello, polonius } = await createTestOrganization();
  for (const person of [iago, shiva, hamlet, cordelia, othello, polonius])
    await person.callOrThrow("DELETE", "/users/me");
  const { code, msg, body } = await desdemona.delete("/users/me");
  assert.deepEqual(
    [code, msg, body["is_last_owner"], body["entity"]],
    ["CANNOT_DEACTIVATE_LAST_USER", "Cannot deactivate the only user.", false, "user"],
  );
});

test("if the last two owners deactivate their own accounts at the same time, only one succeeds", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  await makeOwner(realm, iago);
  const answers = await Promise.all([desdemona.delete("/users/me"), iago.delete("/users/me")]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

test("if the last two owners deactivate each other at the same time, only one succeeds", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  await makeOwner(realm, iago);
  const answers = await Promise.all([desdemona.delete(`/users/${iago.id}`), iago.delete(`/users/${desdemona.id}`)]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test("users can deactivate their own account, but bots cannot", async () => {
  const { othello, bot, iago } = await createTestOrganization();
  assert.deepEqual(await refused(bot.delete("/users/me")), [
    400,
    "BAD_REQUEST",
    "This endpoint does not accept bot requests.",
  ]);
  const [received] = await watchEvents([iago], () => othello.callOrThrow("DELETE", "/users/me"));
  assert.deepEqual(kinds(received), ["realm_user/update"]);
  assert.equal((await othello.get("/users/me")).status, 401);
});
