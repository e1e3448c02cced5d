import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  TestUser,
  testServer,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";
import { regenerateUserApiKey } from "#modules/users/accounts/actions/regenerate-api-key.ts";

await testServer();

/** Returns a client of the same user with other credentials. */
const as = (person: TestUser, account: { email?: string; apiKey?: string }): TestUser =>
  new TestUser(person.site, {
    id: person.id,
    email: person.email,
    fullName: person.fullName,
    apiKey: person.apiKey,
    ...account,
  });

async function refusal(person: TestUser) {
  const { status, code, msg } = await person.get("/users/me");
  return { status, code, msg };
}

const unauthorized = (msg: string) => ({ status: 401, code: "UNAUTHORIZED", msg });

const change = (realm: TestOrganization, person: TestUser, values: { is_active?: boolean; bot_type?: number }) =>
  writeRowsDirectly(realm, (tx) => tx.updateTable("account").set(values).where("id", "=", person.id).execute());

test("a user authenticates with email address and API key, ignoring surrounding whitespace and the case of the address", async () => {
  const { hamlet } = await createTestOrganization();
  assert.equal((await hamlet.get("/users/me")).status, 200);
  const sloppy = as(hamlet, { email: ` ${hamlet.email.toUpperCase()} `, apiKey: ` ${hamlet.apiKey} ` });
  assert.equal((await sloppy.get("/users/me"))["user_id"], hamlet.id);
});

test("malformed keys, unknown keys and keys of other accounts are rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  assert.deepEqual(await refusal(as(hamlet, { apiKey: "x" })), unauthorized("Malformed API key"));
  const forged = `${hamlet.apiKey.slice(0, 31)}${hamlet.apiKey.endsWith("0") ? "1" : "0"}`;
  for (const apiKey of [forged, "z".repeat(32), "0".repeat(32), othello.apiKey])
    assert.deepEqual(await refusal(as(hamlet, { apiKey })), unauthorized("Invalid API key"), apiKey);
});

test("a deactivated account is rejected immediately", async () => {
  const realm = await createTestOrganization();
  assert.equal((await realm.hamlet.get("/users/me")).status, 200);
  await change(realm, realm.hamlet, { is_active: false });
  assert.deepEqual(await refusal(realm.hamlet), unauthorized("Account is deactivated"));
});

test("if the organization and the account are both deactivated, the error is that of the organization", async () => {
  const realm = await createTestOrganization();
  await change(realm, realm.hamlet, { is_active: false });
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: new Date() }).where("id", "=", realm.realmId).execute(),
  );
  assert.deepEqual(await refusal(realm.hamlet), unauthorized("This organization has been deactivated"));
});

test("an account of another organization is rejected with a specific error", async () => {
  const [here, there] = [await createTestOrganization(), await createTestOrganization()];
  const abroad = new TestUser(there.hamlet.site, here.hamlet);
  assert.deepEqual(await refusal(abroad), unauthorized("Account is not associated with this subdomain"));
});

test("an incoming webhook bot can only send messages", async () => {
  const realm = await createTestOrganization();
  await change(realm, realm.bot, { bot_type: 2 });
  assert.deepEqual(await refusal(realm.bot), unauthorized("This API is not available to incoming webhook bots."));
  const sent = await realm.bot.post("/messages", { type: "direct", to: [realm.hamlet.id], content: "beep" });
  assert.equal(sent.status, 200);
});

test("after an API key is regenerated, the old key stops working immediately", async () => {
  const { hamlet, server } = await createTestOrganization();
  assert.equal((await hamlet.get("/users/me")).status, 200);
  await server.db.write((tx) => regenerateUserApiKey(tx, hamlet.id));
  assert.deepEqual(await refusal(hamlet), unauthorized("Invalid API key"));
});

test("each of many concurrent requests is authenticated with its own key", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot } = await createTestOrganization();
  const people = [desdemona, iago, shiva, hamlet, polonius, bot];
  const answers = await Promise.all([...people, ...people, ...people].map((person) => person.get("/users/me")));
  assert.deepEqual(
    answers.map((answer) => answer["user_id"]),
    [...people, ...people, ...people].map(({ id }) => id),
  );
});
