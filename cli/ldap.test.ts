// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  call,
  createTestOrganization,
  startServer,
  startSlapd,
  type TestServer,
  withoutSlapd,
} from "@parlance/testkit";
import { runParlance } from "./fixtures/command-line.ts";

const needsSlapd = { skip: withoutSlapd };
const PASSWORD = "words, words, words";
const ldapPerson = (uid: string, more = {}) => ({
  uid,
  cn: uid,
  mail: `${uid}@x.example`,
  userPassword: PASSWORD,
  ...more,
});
const slapd = withoutSlapd
  ? null
  : await startSlapd([
      ...["cloten", "iachimo", "pisanio", "belarius"].map((uid) => ldapPerson(uid)),
      ldapPerson("imogen", { cn: "Imogen of Britain" }),
      ldapPerson("posthumus", { mail: "none" }),
    ]);

const environment = {
  PARLANCE_LDAP_URL: slapd?.settings.url ?? "",
  PARLANCE_LDAP_CA_FILE: slapd?.settings.caFile ?? "",
  PARLANCE_LDAP_BIND_DN: slapd?.settings.bindDn ?? "",
  PARLANCE_LDAP_BIND_PASSWORD: slapd?.settings.bindPassword ?? "",
  PARLANCE_LDAP_SEARCH_BASE: slapd?.settings.searchBase ?? "",
  PARLANCE_LDAP_EMAIL_ATTRIBUTE: "mail",
  PARLANCE_LDAP_GROUPS_ATTRIBUTE: "memberOf",
};

/**
 * Returns a function that runs commands with the LDAP settings, and, if given, with the server's database and with
 * `file` as the file of identity providers.
 */
async function createCommandRunner(t: TestContext, server?: TestServer, file?: object) {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-cli-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const providers = join(dataDir, "providers.json");
  if (file) await writeFile(providers, JSON.stringify(file));
  const { host: socket, port, user, database } = (server?.connection ?? {}) as Record<string, string>;
  const env = {
    ...environment,
    PARLANCE_DATA_DIR: dataDir,
    ...(server && {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socket ?? "")}`,
    }),
    ...(file && { PARLANCE_IDENTITY_PROVIDERS: providers }),
  };
  return (args: readonly string[], changes: Readonly<Record<string, string>> = {}) =>
    runParlance([...args], { env: { ...env, ...changes } });
}

const newServer = () => startServer({ ldap: slapd ? { ...slapd.settings, emailAttribute: "mail" } : undefined });

const logIn = ({ server, host }: Awaited<ReturnType<typeof createTestOrganization>>, username: string) =>
  call(
    { port: server.port, host },
    { method: "POST", path: "/fetch_api_key", parameters: { username, password: PASSWORD } },
  );

test("`ldap check` runs all steps of a login and reports their results", needsSlapd, async (t) => {
  const runs = await createCommandRunner(t);
  const { code, out } = await runs(["ldap", "check"]);
  assert.equal(code, 0);
  for (const line of [
    /LDAP connection: localhost/,
    /LDAP encryption: StartTLS/,
    /LDAP bind: cn=reader/,
    /5 users below/,
  ]) {
    assert.match(out, line);
  }
});

const invalidSettings: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  [
    "an unreachable server",
    { PARLANCE_LDAP_URL: "ldap://localhost:1" },
    /fail +LDAP connection: .*\n +→ check that the LDAP server is running/,
  ],
  ["an untrusted certificate", { PARLANCE_LDAP_CA_FILE: "" }, /fail +LDAP encryption: .*\n +→ .*PARLANCE_LDAP_CA_FILE/],
  ["a missing certificate file", { PARLANCE_LDAP_CA_FILE: "/not/there.pem" }, /→ \/not\/there\.pem cannot be read/],
  [
    "a host name that the certificate does not cover",
    { PARLANCE_LDAP_URL: environment.PARLANCE_LDAP_URL.replace("localhost", "127.0.0.1") },
    /→ the certificate does not cover 127\.0\.0\.1/,
  ],
  [
    "a wrong password",
    { PARLANCE_LDAP_BIND_PASSWORD: "x" },
    /LDAP bind: .* failed: wrong name or password\n +→ .*PARLANCE_LDAP_BIND_PASSWORD/,
  ],
  [
    "a wrong base",
    { PARLANCE_LDAP_SEARCH_BASE: "ou=nowhere,dc=example,dc=com" },
    /LDAP search: entry not found\n +→ check PARLANCE_LDAP_SEARCH_BASE/,
  ],
  [
    "a filter that matches no users",
    { PARLANCE_LDAP_SEARCH_FILTER: "(&(cn=nobody)(uid=%s))" },
    /LDAP search: no users found below .*\n +→ check PARLANCE_LDAP_SEARCH_FILTER/,
  ],
  [
    "an attribute without email addresses",
    { PARLANCE_LDAP_EMAIL_ATTRIBUTE: "title" },
    /LDAP search: none of the 6 entries .*\n +→ check PARLANCE_LDAP_EMAIL_ATTRIBUTE/,
  ],
];

for (const [what, changes, expected] of invalidSettings) {
  test(`the LDAP check explains how to fix ${what}`, needsSlapd, async (t) => {
    const runs = await createCommandRunner(t);
    const { code, out } = await runs(["ldap", "check"], changes);
    assert.equal(code, 1);
    assert.match(out, expected);
  });
}

test("a check warns if encryption is turned off", needsSlapd, async (t) => {
  const runs = await createCommandRunner(t);
  assert.match((await runs(["ldap", "check"], { PARLANCE_LDAP_START_TLS: "false" })).out, /warn +LDAP encryption/);
});

test(
  "the check of a user reports the user's entry and the predicted result of a login, and changes nothing",
  needsSlapd,
  async (t) => {
    const server = await newServer();
    const realm = await createTestOrganization(server);
    await slapd?.addGroup("britons", ["imogen"]);
    const runs = await createCommandRunner(t, server, {
      ldap: { admits: [{ groups: ["britons"], role: "moderator" }] },
    });
    const newcomer = await runs(["ldap", "check", "--user", "imogen"]);
    for (const line of [
      /^dn: uid=imogen,/m,
      /^entry_id: entryuuid=/m,
      /^email: imogen@x\.example$/m,
      /would join as moderator/,
    ]) {
      assert.match(newcomer.out, line);
    }
    assert.match((await runs(["ldap", "check", "--user", "cloten"])).out, /can join only with an invitation/);
    assert.equal((await logIn(realm, "imogen")).status, 200);
    await slapd?.replace("imogen", { mail: "fidele@x.example", cn: "Fidele" });
    const { out } = await runs(["ldap", "check", "--user", "fidele@x.example"]);
    assert.match(out, /would change: address: fidele@x\.example\n +would change: full name: Fidele/);
    const again = await runs(["ldap", "check", "--user", "fidele@x.example"]);
    assert.equal(again.out, out);
  },
);

test("if a user has no entry or could not log in, the check of the user reports the reason", needsSlapd, async (t) => {
  const server = await newServer();
  await createTestOrganization(server);
  const runs = await createCommandRunner(t, server);
  assert.match((await runs(["ldap", "check", "--user", "nobody"])).err, /no entry found for nobody/);
  assert.match(
    (await runs(["ldap", "check", "--user", "posthumus"])).err,
    /could not log in: the entry has no email address/,
  );
});

test("a manual synchronization reports its changes and problems", needsSlapd, async (t) => {
  const server = await newServer();
  const realm = await createTestOrganization(server);
  const { user_id: id } = await logIn(realm, "iachimo");
  await logIn(realm, "pisanio");
  await slapd?.replace("iachimo", { mail: realm.hamlet.email });
  await slapd?.replace("pisanio", { cn: "Pisanio the Faithful" });
  const runs = await createCommandRunner(t, server);
  const trial = await runs(["ldap", "sync", "--dry-run"]);
  assert.match(trial.out, /1 would be updated/);
  const { code, out } = await runs(["ldap", "sync"]);
  assert.equal(code, 0);
  assert.match(out, /0 linked to it, 1 updated, 0 deactivated, 0 reactivated\./);
  assert.match(
    out,
    new RegExp(`Could not be applied:\n  account ${String(id)} .*${realm.hamlet.email} is already used by`),
  );
});

test(
  "after `ldap unlink`, the next login of the user links the account to the entry with the same address",
  needsSlapd,
  async (t) => {
    const server = await newServer();
    const realm = await createTestOrganization(server);
    const { user_id: id } = await logIn(realm, "belarius");
    await slapd?.remove("belarius");
    await slapd?.add(ldapPerson("belarius"));
    assert.equal((await logIn(realm, "belarius")).code, "AUTHENTICATION_FAILED");
    const runs = await createCommandRunner(t, server);
    const { subdomain } = await server.db.reader
      .selectFrom("realm")
      .select("subdomain")
      .where("id", "=", realm.realmId)
      .executeTakeFirstOrThrow();
    const unlink = ["ldap", "unlink", "belarius@x.example", "--organization", subdomain ?? ""];
    assert.equal((await runs(unlink)).code, 0);
    assert.equal((await logIn(realm, "belarius"))["user_id"], id);
    assert.equal((await runs(["ldap", "unlink", realm.hamlet.email, "--organization", subdomain ?? ""])).code, 1);
  },
);

test("a check without LDAP settings fails", async (t) => {
  const runs = await createCommandRunner(t);
  const { code, err } = await runs(["ldap", "check"], { PARLANCE_LDAP_URL: "" });
  assert.equal(code, 1);
  assert.match(err, /no LDAP directory is configured/);
});
