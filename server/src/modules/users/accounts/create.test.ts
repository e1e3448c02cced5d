import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  call,
  createTestOrganization,
  testServer,
  watchEvents,
  type Parameters,
  type TestOrganization,
} from "@parlance/testkit";
import { createUserAsAdmin } from "./actions/creation/create-user-as-admin.ts";
import { createUser } from "./actions/creation/create-user.ts";
import { setOperatorRights } from "./actions/set-operator-rights.ts";
import { EmailInUse, UniqueNamesRequired } from "#modules/users/core/errors.ts";

await testServer();

/** Creates an organization whose administrator has the operators' permission to create accounts. */
async function realmWithCreator(): Promise<TestOrganization> {
  const realm = await createTestOrganization();
  await realm.server.db.write((tx) => setOperatorRights(tx, realm.iago.id, { canCreateUsers: true }));
  return realm;
}

const yorick = ({ host }: TestOrganization) => ({
  email: `yorick@${host}`,
  full_name: "Yorick",
  password: "of infinite jest",
});

async function refusal({ iago }: TestOrganization, parameters: Parameters) {
  const { status, code, msg } = await iago.call("POST", "/users", parameters);
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("a new account is a member that can log in, and all users receive an event", async () => {
  const realm = await realmWithCreator();
  const { iago, hamlet, polonius, host, server } = realm;
  const general = await iago.createChannel("general", [hamlet], { is_default_stream: true });

  let userId = 0;
  const received = await watchEvents([iago, hamlet, polonius], async () => {
    userId = (await iago.callOrThrow("POST", "/users", { ...yorick(realm), full_name: " Yorick " }))["user_id"];
  });

  for (const events of received) {
    const [added] = events;
    assert.equal(added?.type, "realm_user");
    assert.equal(added["person"].full_name, "Yorick");
    assert.equal(added["person"].role, roles.member);
  }
  assert.deepEqual(
    received[1]?.map(({ type, op }) => `${type}/${op}`),
    ["realm_user/add", "user_group/add_members", "user_group/add_members", "subscription/peer_add"],
  );
  const { state } = await hamlet.registerQueue();
  const channel = state["subscriptions"].find(({ stream_id }: { stream_id: number }) => stream_id === general);
  assert.deepEqual(channel?.subscribers, [hamlet.id, userId]);

  const { password, email: username } = yorick(realm);
  const login = await call(
    { port: server.port, host },
    { method: "POST", path: "/fetch_api_key", parameters: { username, password } },
  );
  assert.equal(login["user_id"], userId);
});

test("the audit log records the creation of an account and its actor", async () => {
  const realm = await realmWithCreator();
  const { iago, server, realmId } = realm;
  const { user_id: id } = await iago.callOrThrow("POST", "/users", yorick(realm));
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .selectAll()
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  assert.deepEqual(
    acts.map(({ act, actor_id, target_id, after }) => [act, actor_id, target_id, after]),
    [["user.created", iago.id, id, { full_name: "Yorick", delivery_email: yorick(realm).email, role: 400 }]],
  );
});

test("the addresses of new accounts must comply with the organization's rules", async () => {
  const realm = await realmWithCreator();
  const { desdemona, host } = realm;
  const at = (email: string) => refusal(realm, { ...yorick(realm), email });
  assert.equal(await at("yorick@mailinator.com"), "Please use your real email address.");
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: host, allow_subdomains: true });
  await desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  assert.equal(await at("yorick@example.org"), "Email 'yorick@example.org' not allowed in this organization");
  assert.equal(await at(`yorick+jest@${host}`), "Email addresses containing + are not allowed.");
  assert.equal((await realm.iago.post("/users", { ...yorick(realm), email: `yorick@mail.${host}` })).status, 200);
});

test("if names must be unique and several accounts are created with the same name at the same time, only one is created", async () => {
  const realm = await realmWithCreator();
  const { desdemona, host, realmId, server } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  const account = { realm: { id: realmId, url: `http://${host}` }, fullName: "Yorick", role: 400 as const };
  const outcomes = await Promise.allSettled(
    ["a", "b", "c", "d"].map((name) => {
      const wanted = { ...account, email: `${name}@${host}`, passwordHash: null, actorId: null, now: new Date() };
      return server.db.write((tx) => createUserAsAdmin(tx, wanted));
    }),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  assert.equal(refused.length, 3);
  assert.ok(refused.every((reason) => reason instanceof UniqueNamesRequired));
});

test("only administrators with the operators' permission can create accounts", async () => {
  const realm = await realmWithCreator();
  const { desdemona, shiva, hamlet } = realm;
  await realm.server.db.write((tx) => setOperatorRights(tx, hamlet.id, { canCreateUsers: true }));
  for (const person of [shiva, hamlet]) {
    const { code, msg } = await person.post("/users", yorick(realm));
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  assert.equal((await desdemona.post("/users", yorick(realm))).msg, "User not authorized to create users");
});

test("email addresses are unique in an organization regardless of case", async () => {
  const realm = await realmWithCreator();
  await realm.iago.callOrThrow("POST", "/users", yorick(realm));
  const again = { ...yorick(realm), email: `YORICK@${realm.host}`, full_name: "Another Yorick" };
  assert.equal(await refusal(realm, again), "Email is already in use.");
  // Another organization can have an account with the same address.
  const elsewhere = await realmWithCreator();
  assert.equal((await elsewhere.iago.post("/users", yorick(realm))).status, 200);
});

test("the address of a system bot and generated placeholder addresses cannot be used", async () => {
  const realm = await realmWithCreator();
  const { othello, host } = realm;
  for (const email of [`user${othello.id}@${host}`, `USER999999@${host}`, "Welcome-Bot@parlance.invalid"])
    assert.equal(await refusal(realm, { ...yorick(realm), email }), "Email is already in use.", email);
});

test("if two accounts are created with the same address at the same time, only one is created", async () => {
  const realm = await createTestOrganization();
  const { host, realmId, server } = realm;
  const account = {
    realm: { id: realmId, url: `http://${host}` },
    email: `yorick@${host}`,
    fullName: "Yorick",
    role: 400 as const,
    passwordHash: null,
    now: new Date(),
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => server.db.write((tx) => createUser(tx, account))),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  assert.equal(refused.length, 3);
  assert.ok(refused.every((reason) => reason instanceof EmailInUse));
});

test("invalid names, addresses and passwords are rejected", async () => {
  const realm = await realmWithCreator();
  const good = yorick(realm);
  assert.equal(await refusal(realm, { ...good, full_name: " Y " }), "Name too short!");
  assert.equal(await refusal(realm, { ...good, full_name: "y".repeat(101) }), "Name too long!");
  assert.equal(await refusal(realm, { ...good, full_name: "Yor*ick" }), "Invalid characters in name!");
  assert.equal(await refusal(realm, { ...good, full_name: "Yorick|7" }), "Invalid format!");
  assert.equal(await refusal(realm, { ...good, email: "yorick" }), "Enter a valid email address.");
  assert.equal(await refusal(realm, { ...good, password: "jest" }), "The password is too weak.");
  assert.equal(await refusal(realm, { ...good, password: "jest".repeat(30) }), "The password is too long.");
});

test("an organization can require unique names", async () => {
  const realm = await realmWithCreator();
  const another = { ...yorick(realm), full_name: "KING ＨＡＭＬＥＴ" };
  await realm.iago.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  assert.equal(await refusal(realm, another), "Unique names required in this organization.");
});

test("new accounts get the organization's default settings, including the visibility of their address", async () => {
  const realm = await realmWithCreator();
  const { iago, hamlet, host } = realm;
  await iago.callOrThrow("PATCH", "/realm/user_settings_defaults", { email_address_visibility: 3, enter_sends: true });
  const clients = await Promise.all([
    iago.registerQueue({ client_gravatar: true }),
    hamlet.registerQueue({ client_gravatar: true }),
  ]);
  const id = (await iago.callOrThrow("POST", "/users", yorick(realm)))["user_id"];

  const [byIago, byHamlet] = await Promise.all(clients.map(async (client) => (await client.poll())[0]?.["person"]));
  assert.deepEqual([byIago?.email, byIago?.delivery_email], [`user${id}@${host}`, `yorick@${host}`]);
  assert.deepEqual([byHamlet?.email, byHamlet?.delivery_email], [`user${id}@${host}`, null]);
  assert.match(String(byHamlet?.avatar_url), /^https:/, "a client cannot make the picture without the address");
});

test("avatar URLs are omitted for clients that compute them", async () => {
  const realm = await realmWithCreator();
  const clients = await Promise.all(
    [true, false].map((client_gravatar) => realm.hamlet.registerQueue({ client_gravatar })),
  );
  await realm.iago.callOrThrow("POST", "/users", yorick(realm));
  const [made, sent] = await Promise.all(
    clients.map(async (client) => (await client.poll())[0]?.["person"]?.avatar_url),
  );
  assert.equal(made, null);
  assert.match(String(sent), /^https:/);
});
