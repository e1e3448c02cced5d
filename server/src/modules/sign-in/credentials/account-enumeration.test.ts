import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  recordLeastStatements,
  createTestOrganization,
  type TestUser,
  startServerBeside,
  testServer,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";
import { setPassword } from "../passwords/actions/set-password.ts";
import { hashPassword } from "../passwords/password-hashing.ts";

const server = await testServer();
const PASSWORD = "to be or not to be";
const passwordHash = await hashPassword(PASSWORD);

/** Creates an organization in which some users have the password. */
async function realmWithPasswords(of: (realm: TestOrganization) => readonly TestUser[]): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  for (const { id } of of(realm)) await server.db.write((tx) => setPassword(tx, id, passwordHash));
  return realm;
}

const logsIn = ({ host }: TestOrganization, username: string, password: string) =>
  call({ port: server.port, host }, { method: "POST", path: "/fetch_api_key", parameters: { username, password } });

async function refusal(realm: TestOrganization, username: string, password: string) {
  const { status, code, msg } = await logsIn(realm, username, password);
  return { status, code, msg };
}

const wrong = { status: 401, code: "AUTHENTICATION_FAILED", msg: "Your username or password is incorrect" };

test("only callers with the right password learn that an account is deactivated", async () => {
  const realm = await realmWithPasswords(({ hamlet }) => [hamlet]);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  assert.deepEqual(await refusal(realm, realm.hamlet.email, "a guess"), wrong);
  assert.deepEqual(await refusal(realm, realm.hamlet.email, PASSWORD), {
    status: 401,
    code: "USER_DEACTIVATED",
    msg: "Account is deactivated",
  });
});

test("without the password, the response of a deactivated organization does not reveal whether an account exists", async () => {
  const realm = await realmWithPasswords(({ hamlet }) => [hamlet]);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: new Date() }).where("id", "=", realm.realmId).execute(),
  );
  assert.deepEqual(await refusal(realm, realm.hamlet.email, "a guess"), wrong);
  assert.deepEqual(await refusal(realm, "yorick@example.com", PASSWORD), wrong);
  assert.deepEqual(await refusal(realm, realm.hamlet.email, PASSWORD), {
    status: 401,
    code: "REALM_DEACTIVATED",
    msg: "This organization has been deactivated",
  });
});

test("without the password, the response does not reveal whether an account exists in another organization", async () => {
  const [here, there] = [await createTestOrganization(server), await realmWithPasswords(({ hamlet }) => [hamlet])];
  assert.deepEqual(await refusal(here, there.hamlet.email, "a guess"), wrong);
  assert.deepEqual(await refusal(here, there.othello.email, PASSWORD), wrong);
  assert.deepEqual(await refusal(here, there.hamlet.email, PASSWORD), {
    status: 404,
    code: "NONEXISTENT_SUBDOMAIN",
    msg: "Invalid subdomain",
  });
});

test("a wrong password causes the same work for every email address: the same database statements, and one password hash", async () => {
  const other = await realmWithPasswords(({ hamlet }) => [hamlet]);
  const realm = await realmWithPasswords(({ hamlet, cordelia, polonius }) => [hamlet, cordelia, polonius]);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.cordelia.id}`);
  // A second server, so that only its own statements are recorded.
  const alone = await startServerBeside(server);
  const work = async (username: string) => {
    const site = { port: alone.port, host: realm.host };
    const parameters = { username, password: "a guess" };
    const statements = await recordLeastStatements(alone.db.pool, async () => {
      const answer = await call(site, { method: "POST", path: "/fetch_api_key", parameters });
      assert.deepEqual(answer.body, { result: "error", msg: wrong.msg, code: wrong.code });
    });
    return statements.map(({ text }) => text);
  };
  // Before measuring, the first request loads the organization into the cache.
  await work("first@example.com");
  const unknown = await work("yorick@example.com");
  assert.ok(unknown.some((text) => text.includes('from "account"')));
  for (const { email } of [realm.hamlet, realm.cordelia, realm.othello, realm.bot, other.hamlet, other.othello]) {
    assert.deepEqual(await work(email), unknown, email);
  }
});
