import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";

await testServer();

const change = (realm: TestOrganization, { id }: TestUser, values: object) =>
  writeRowsDirectly(realm, (tx) => tx.updateTable("account").set(values).where("id", "=", id).execute());

const hideAddress = (realm: TestOrganization, person: TestUser, email_address_visibility: number) =>
  change(realm, person, { settings: JSON.stringify({ email_address_visibility }) });

const gravatar = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/;

test("all users see human users, bots and deactivated accounts with all fields", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, bot, polonius } = realm;
  await change(realm, othello, { is_active: false, timezone: "Europe/Rome" });

  const { members } = await polonius.callOrThrow("GET", "/users", { client_gravatar: false });
  assert.deepEqual(
    members.map((user) => user.full_name),
    ["Desdemona", "Iago", "Shiva", "King Hamlet", "Cordelia", "Othello", "Polonius", "Helper"],
  );
  const find = ({ id }: TestUser) => members.find(({ user_id }) => user_id === id);
  const { avatar_url, date_joined, ...rest } = find(othello)!;
  assert.match(String(avatar_url), gravatar);
  assert.match(date_joined, /^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/);
  assert.deepEqual(rest, {
    user_id: othello.id,
    email: othello.email,
    delivery_email: othello.email,
    full_name: "Othello",
    is_active: false,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: "Europe/Rome",
    avatar_version: 1,
  });
  const helper = find(bot);
  assert.deepEqual([helper?.is_bot, helper?.bot_type, helper?.bot_owner_id], [true, 1, hamlet.id]);
});

test("the fields that describe a user's rights correspond to the role", async () => {
  const { desdemona, iago, shiva, polonius } = await createTestOrganization();
  const { members } = await iago.callOrThrow("GET", "/users", {
    user_ids: [desdemona.id, iago.id, shiva.id, polonius.id],
  });
  assert.deepEqual(
    members.map((user: Record<string, unknown>) => [
      user["role"],
      user["is_owner"],
      user["is_admin"],
      user["is_guest"],
    ]),
    [
      [100, true, true, false],
      [200, false, true, false],
      [300, false, false, false],
      [600, false, false, true],
    ],
  );
});

test("only the requested accounts are listed, and none from other organizations", async () => {
  const [{ hamlet, iago }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { members } = await hamlet.callOrThrow("GET", "/users", {
    user_ids: [iago.id, elsewhere.hamlet.id, 2 ** 31 - 1],
  });
  assert.deepEqual(
    members.map((user: { user_id: number }) => user.user_id),
    [iago.id],
  );
});

test("profile data is included for human users if it was requested", async () => {
  const { hamlet, bot } = await createTestOrganization();
  const options = { include_custom_profile_fields: true };
  assert.deepEqual((await hamlet.get(`/users/${hamlet.id}`, options))["user"].profile_data, {});
  assert.ok(!("profile_data" in (await hamlet.get(`/users/${bot.id}`, options))["user"]));
  assert.ok(!("profile_data" in (await hamlet.get(`/users/${hamlet.id}`))["user"]));
});

test("avatar URLs are omitted for clients that compute them, provided that all users can see the address and no avatar was uploaded", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, cordelia } = realm;
  await hideAddress(realm, othello, 3);
  await change(realm, cordelia, { avatar_name: "0123abcd", avatar_version: 2 });
  const picture = async (viewer: TestUser, of: TestUser) => (await viewer.get(`/users/${of.id}`))["user"].avatar_url;
  assert.equal(await picture(iago, hamlet), null);
  assert.match(String(await picture(iago, othello)), gravatar);
  assert.equal(await picture(iago, cordelia), `/user_avatars/${realm.realmId}/0123abcd.png`);
});

const visibilities: [number, string[]][] = [
  [1, ["desdemona", "iago", "shiva", "hamlet", "polonius"]],
  [2, ["desdemona", "iago", "shiva", "hamlet"]],
  [5, ["desdemona", "iago", "shiva"]],
  [3, ["desdemona", "iago"]],
  [4, []],
];
for (const [visibility, seers] of visibilities) {
  test(`an email address with visibility ${visibility} is visible to ${seers.join(", ") || "no other user"}`, async () => {
    const realm = await createTestOrganization();
    const { othello, host } = realm;
    await hideAddress(realm, othello, visibility);
    const seen: string[] = [];
    for (const name of ["desdemona", "iago", "shiva", "hamlet", "polonius"] as const) {
      const { user } = await realm[name].callOrThrow("GET", `/users/${othello.id}`);
      if (user.delivery_email === othello.email) seen.push(name);
      else assert.equal(user.delivery_email, null);
      assert.equal(user.email, visibility === 1 ? othello.email : `user${othello.id}@${host}`);
      // Looking up a hidden address must not reveal that it exists.
      const found = await realm[name].get(`/users/${encodeURIComponent(othello.email)}`);
      assert.equal(found.status, seen.includes(name) ? 200 : 400);
    }
    assert.deepEqual(seen, seers);
    assert.equal((await othello.get(`/users/${othello.id}`))["user"].delivery_email, othello.email);
  });
}

test("the addresses of bots are never hidden", async () => {
  const realm = await createTestOrganization();
  await hideAddress(realm, realm.bot, 4);
  const { user } = await realm.polonius.callOrThrow("GET", `/users/${realm.bot.id}`);
  assert.deepEqual([user.email, user.delivery_email], [realm.bot.email, realm.bot.email]);
});

test("accounts are found by their real and placeholder addresses", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, othello, host } = realm;
  const find = async (email: string) => (await iago.get(`/users/${encodeURIComponent(email)}`))["user"]?.user_id;
  assert.equal(await find(hamlet.email.toUpperCase()), hamlet.id);
  await hideAddress(realm, othello, 4);
  assert.equal(await find(`user${othello.id}@${host}`), othello.id);
  assert.equal(await find(othello.email), undefined);
});

test("users who do not exist in the organization are not found", async () => {
  const [{ hamlet, host }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const hidden = [elsewhere.hamlet.id, 2 ** 31 - 1, elsewhere.hamlet.email, `user${elsewhere.hamlet.id}@${host}`, "x"];
  for (const unknownUser of hidden) {
    const { status, code, msg } = await hamlet.get(`/users/${encodeURIComponent(unknownUser)}`);
    assert.deepEqual(
      { status, code, msg },
      { status: 400, code: "BAD_REQUEST", msg: "No such user" },
      String(unknownUser),
    );
  }
});

test("the user's own account contains the id of the newest received message", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  const own = async () => (await hamlet.get("/users/me"))["max_message_id"];
  assert.equal(await own(), -1);
  const id = await othello.sendDirectMessage(hamlet);
  assert.equal(await own(), id);
  await othello.sendDirectMessage(iago);
  assert.equal(await own(), id);
  await othello.createChannel("denmark", [othello, hamlet]);
  const inChannel = await othello.sendToChannel("denmark");
  assert.equal(await own(), inChannel);
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  const before = await own();
  await othello.sendToChannel("denmark");
  assert.equal(await own(), before);
});

test("the user's own account contains the real address and avatar", async () => {
  const realm = await createTestOrganization();
  const { hamlet, host } = realm;
  await hideAddress(realm, hamlet, 4);
  const own = await hamlet.get("/users/me");
  assert.deepEqual(
    [own["user_id"], own["email"], own["delivery_email"]],
    [hamlet.id, `user${hamlet.id}@${host}`, hamlet.email],
  );
  assert.match(own["avatar_url"], gravatar);
});
