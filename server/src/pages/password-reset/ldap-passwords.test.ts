// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  call,
  createTestOrganization,
  startServer,
  startServerWithMail,
  startSlapd,
  type TestOrganization,
  type TestServer,
  defaultRateLimits,
  withoutSlapd,
} from "@parlance/testkit";
import { linkToDirectory } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { findPathIn, Visitor } from "../fixtures/visitor.ts";

const needsSlapd = { skip: withoutSlapd };
const THEIRS = "words, words, words";
const horatio = { uid: "horatio", cn: "Horatio", mail: "horatio@elsinore.example", userPassword: THEIRS };
const slapd = withoutSlapd ? null : await startSlapd([horatio]);
const ldap = slapd ? { ...slapd.settings, emailAttribute: "mail" } : undefined;
const rateLimits = { ...defaultRateLimits, address: [] };
const { server, mailbox } = await startServerWithMail({ rateLimits, ldap });

const RESET_PATH = "/accounts/password/reset";

const logIn = ({ host }: TestOrganization, username: string, password: string, at: TestServer = server) =>
  call({ port: at.port, host }, { method: "POST", path: "/fetch_api_key", parameters: { username, password } });

/** Creates an organization in which Hamlet has a local password and is linked to an LDAP entry that does not exist. */
async function realmWithHamletLinked(): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  await link(realm);
  return realm;
}

const link = ({ realmId, hamlet }: TestOrganization) =>
  server.db.write((tx) =>
    linkToDirectory(tx, { realmId, userId: hamlet.id, dn: "uid=hamlet,ou=people,dc=example,dc=com", entryId: null }),
  );

test("a user who is linked to LDAP cannot log in with a password stored on this server", needsSlapd, async () => {
  const realm = await realmWithHamletLinked();
  assert.equal((await logIn(realm, realm.hamlet.email, PASSWORD)).code, "AUTHENTICATION_FAILED");
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { LDAP: false } });
  assert.equal((await logIn(realm, realm.hamlet.email, PASSWORD)).status, 200, "the organization left the directory");
});

test(
  "the email for a forgotten password explains that this server cannot reset an LDAP password",
  needsSlapd,
  async () => {
    const realm = await realmWithHamletLinked();
    assert.equal((await new Visitor(realm).fills(RESET_PATH, { email: realm.hamlet.email })).status, 303);
    const { subject, text } = await mailbox.next(realm.hamlet.email);
    assert.equal(subject, "Your Shakespeare password cannot be reset here");
    assert.doesNotMatch(text, new RegExp(RESET_PATH));
  },
);

test("a password reset link becomes invalid once the account is linked to LDAP", needsSlapd, async () => {
  const realm = await createTestOrganization(server);
  await new Visitor(realm).fills(RESET_PATH, { email: realm.hamlet.email });
  const path = findPathIn(await mailbox.next(realm.hamlet.email), `${RESET_PATH}/`);
  assert.equal((await new Visitor(realm).open(path)).status, 200);
  await link(realm);
  assert.notEqual((await new Visitor(realm).open(path)).status, 200);
  assert.notEqual((await new Visitor(realm).send(path, { password: "frailty, thy name is" })).status, 303);
});

test("a user cannot change an LDAP password through the settings", needsSlapd, async () => {
  const realm = await realmWithHamletLinked();
  const change = { old_password: PASSWORD, new_password: "frailty, thy name is" };
  const { status, msg } = await realm.hamlet.patch("/settings", change);
  assert.deepEqual([status, msg], [400, "Your password is managed in LDAP"]);
});

test("each login updates the user's name from LDAP", needsSlapd, async () => {
  const realm = await createTestOrganization(server);
  const { user_id } = await logIn(realm, "horatio", THEIRS);
  await realm.iago.callOrThrow("PATCH", `/users/${String(user_id)}`, { full_name: "Somebody Else" });
  assert.equal((await logIn(realm, "horatio", THEIRS)).status, 200);
  const { full_name, dn } = await server.db.reader
    .selectFrom("account")
    .innerJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["full_name", "dn"])
    .where("account.id", "=", Number(user_id))
    .executeTakeFirstOrThrow();
  assert.deepEqual([full_name, dn], ["Horatio", "uid=horatio,ou=people,dc=example,dc=com"]);
});

test("a line break at the end of the file with the LDAP bind password is ignored", needsSlapd, async (t) => {
  assert.ok(ldap);
  const folder = await mkdtemp(join(tmpdir(), "parlance-ldap-"));
  t.after(() => rm(folder, { recursive: true }));
  const bindPasswordFile = join(folder, "password");
  await writeFile(bindPasswordFile, `${ldap.bindPassword}\n`);
  const other = await startServer({ rateLimits, ldap: { ...ldap, bindPassword: undefined, bindPasswordFile } });
  assert.equal((await logIn(await createTestOrganization(other), "horatio", THEIRS, other)).status, 200);
});
