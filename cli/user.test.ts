import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import pg from "pg";
import { roles } from "@parlance/contract/entities/roles.ts";
import { ADA_OPTIONS, createInstallation, runParlanceProcess, type TestInstallation } from "./fixtures/command-line.ts";

async function acme(t: TestContext): Promise<TestInstallation> {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  return installation;
}

const KOFI = ["--email", "kofi@example.com", "--name", "Kofi Mensah"];

test("new accounts are members by default", async (t) => {
  const installation = await acme(t);
  const kofi = await installation.runOrThrow(["user", "create", ...KOFI]);
  assert.deepEqual([kofi.email, kofi.role], ["kofi@example.com", roles.member]);
  const ines = ["--email", "ines@example.com", "--name", "Inês Carvalho", "--role", "administrator"];
  assert.equal((await installation.runOrThrow(["user", "create", ...ines])).role, roles.administrator);
  const { users } = await installation.runOrThrow(["user", "list"]);
  assert.deepEqual(
    users.map(({ full_name }) => full_name),
    ["Ada Okafor", "Kofi Mensah", "Inês Carvalho"],
  );
});

test("an address can be used only once, and roles are given by name", async (t) => {
  const installation = await acme(t);
  await installation.runOrThrow(["user", "create", ...KOFI]);
  const again = await installation.run(["user", "create", ...KOFI]);
  assert.equal(JSON.parse(again.err).error, "Email is already in use.");
  const { code, err } = await installation.run(["user", "set-role", "kofi@example.com", "king"]);
  assert.equal(code, 1);
  assert.match(err, /owner, administrator, moderator, member, guest/);
});

test("a password cannot be given on the command line", async (t) => {
  const installation = await acme(t);
  const { code, err } = await installation.run(["user", "create", ...KOFI, "--password", "correct horse"]);
  assert.equal(code, 1);
  assert.match(err, /unknown option '--password'/);
});

test("roles can be changed, except that of the last owner", async (t) => {
  const installation = await acme(t);
  await installation.runOrThrow(["user", "create", ...KOFI]);
  assert.equal(
    (await installation.runOrThrow(["user", "set-role", "KOFI@example.com", "moderator"])).role,
    roles.moderator,
  );
  const { err } = await installation.run(["user", "set-role", "ada@example.com", "member"]);
  assert.match(JSON.parse(err).error, /only organization owner/);
  const unknownUser = await installation.run(["user", "set-role", "nobody@example.com", "member"]);
  assert.match(JSON.parse(unknownUser.err).error, /no account at Acme uses the address nobody@example\.com/);
});

test("a key stays the same until it is regenerated", async (t) => {
  const installation = await acme(t);
  const key = async (...more: string[]) =>
    (await installation.runOrThrow(["user", "api-key", "ada@example.com", ...more])).api_key as string;
  const first = await key();
  assert.match(first, /^[0-9A-Za-z]{32}$/);
  await installation.runOrThrow(["user", "set-password", "ada@example.com", "--generate-password"]);
  assert.equal(await key(), first);
  const second = await key("--new");
  assert.notEqual(second, first);
  assert.equal(await key(), second);
});

test("a user who has lost the authenticator and passkeys can log in again after a reset", async (t) => {
  const installation = await acme(t);
  const resets = () => installation.run(["user", "reset-two-factor", "ADA@example.com"]);
  assert.equal(JSON.parse((await resets()).err).error, "Ada Okafor has no two-factor authentication or passkeys");
  const client = new pg.Client(installation.databaseUrl);
  await client.connect();
  await client.query(`
    insert into two_factor (user_id, salt, confirmed_at)
    select id, 'x', now() from account where delivery_email = 'ada@example.com'`);
  await client.query(`
    insert into passkey (realm_id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    select realm_id, id, 'x', 'x', 0, '{}', 'Phone', now() from account where delivery_email = 'ada@example.com'`);
  const { code, json } = await resets();
  assert.deepEqual([code, json.two_factor], [0, false]);
  const { rows } = await client.query(`
    select (select count(*)::int from two_factor) as factors, (select count(*)::int from passkey) as passkeys,
      (select actor_id from audit_log where act = 'user.two_factor_reset') as actor,
      (select count(*)::int from mail where kind = 'two_factor') as letters`);
  await client.end();
  assert.deepEqual(rows, [{ factors: 0, passkeys: 0, actor: null, letters: 1 }]);
});

test("an account's rate limits can be set, and reset to the default", async (t) => {
  const installation = await acme(t);
  const sets = async (rules: string) =>
    (await installation.runOrThrow(["user", "set-rate-limit", "ada@example.com", rules])).rate_limit;
  assert.deepEqual([await sets("60:1000,3600:9999"), await sets("off")], ["60:1000,3600:9999", "off"]);
  assert.equal(await sets("default"), null);
  const { code, err } = await installation.run(["user", "set-rate-limit", "ada@example.com", "much"]);
  assert.equal(code, 1);
  assert.match(err, /seconds:count/);
});

test("if the configured secret is not the one that the database was used with, no API key is shown, because it would be invalid", async (t) => {
  const installation = await acme(t);
  await installation.runOrThrow(["user", "api-key", "ada@example.com"]);

  const env = { ...installation.env, PARLANCE_SECRET: "another secret, which is long enough" };
  const { code, err, out } = await runParlanceProcess(["user", "api-key", "ada@example.com"], { env });
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /every API key would stop working/);
});

test("an account can be deactivated and reactivated, except the only owner", async (t) => {
  const installation = await acme(t);
  await installation.runOrThrow(["user", "create", ...KOFI]);
  const isActive = async () => {
    const { users } = await installation.runOrThrow(["user", "list"]);
    return users.find(({ email }) => email === "kofi@example.com")?.is_active;
  };
  assert.equal((await installation.runOrThrow(["user", "deactivate", "KOFI@example.com"])).is_active, false);
  assert.equal(await isActive(), false);
  const again = await installation.run(["user", "deactivate", "kofi@example.com"]);
  assert.equal(JSON.parse(again.err).error, "User is deactivated");
  assert.equal((await installation.runOrThrow(["user", "reactivate", "kofi@example.com"])).is_active, true);
  assert.equal(await isActive(), true);
  const owner = await installation.run(["user", "deactivate", "ada@example.com"]);
  assert.equal(JSON.parse(owner.err).error, "Cannot deactivate the only organization owner");
});
