// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  call,
  fetchPath,
  createTestOrganization,
  TestUser,
  startServer,
  startSlapd,
  type TestOrganization,
  type TestServer,
  defaultRateLimits,
  withoutSlapd,
} from "@parlance/testkit";
import type { LdapSettings } from "./settings.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { setPassword } from "../passwords/actions/set-password.ts";
import { hashPassword } from "../passwords/password-hashing.ts";
import { enableTwoFactor } from "../two-factor/fixtures/totp-authenticator.ts";

const PASSWORD = "words, words, words";
const needsSlapd = { skip: withoutSlapd };
const rateLimits = { ...defaultRateLimits, address: [] };

const person = (uid: string, more: Readonly<Record<string, string | readonly string[]>> = {}) => ({
  uid,
  cn: `${uid.charAt(0).toUpperCase()}${uid.slice(1)} of Denmark`,
  mail: `${uid}@elsinore.example`,
  userPassword: PASSWORD,
  ...more,
});

const directory = withoutSlapd
  ? null
  : await startSlapd([
      person("horatio"),
      person("gertrude"),
      person("yorick", { employeeType: "TRUE" }),
      person("laertes", { departmentNumber: ["paris"] }),
      person("rosencrantz", { mail: "courtiers@elsinore.example" }),
      person("guildenstern", { mail: "courtiers@elsinore.example" }),
      person("nobody", { mail: "no address" }),
    ]);

async function serverWith(changes: Partial<LdapSettings> = {}): Promise<TestServer> {
  assert.ok(directory);
  return startServer({ rateLimits, ldap: { ...directory.settings, emailAttribute: "mail", ...changes } });
}

const logIn = ({ server, host }: Pick<TestOrganization, "server" | "host">, username: string, password = PASSWORD) =>
  call({ port: server.port, host }, { method: "POST", path: "/fetch_api_key", parameters: { username, password } });

async function refusal(realm: TestOrganization, username: string, password = PASSWORD) {
  const { status, code } = await logIn(realm, username, password);
  return { status, code };
}

const wrong = { status: 401, code: "AUTHENTICATION_FAILED" };

const accountsOf = ({ server, realmId }: TestOrganization, email: string) =>
  server.db.reader
    .selectFrom("account")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("email_key", "=", email)
    .execute();

test(
  "a user in the directory gets an account at the first login, and the same account at later logins",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(await serverWith());
    const first = await logIn(realm, "Horatio");
    assert.equal(first.status, 200, first.msg);
    assert.equal(first["email"], "horatio@elsinore.example");
    const [account] = await accountsOf(realm, "horatio@elsinore.example");
    assert.deepEqual(
      [account?.full_name, account?.role, account?.password_hash],
      ["Horatio of Denmark", roles.member, null],
    );
    const second = await logIn(realm, "horatio@elsinore.example");
    assert.equal(second["api_key"], first["api_key"]);
  },
);

test("several first logins at the same time create one account", needsSlapd, async () => {
  const realm = await createTestOrganization(await serverWith());
  const answers = await Promise.all(
    ["gertrude", "gertrude@elsinore.example"].map((username) => logIn(realm, username)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await accountsOf(realm, "gertrude@elsinore.example")).length, 1);
});

test("an invitation to the user's email address determines the role of the new account", needsSlapd, async () => {
  const realm = await createTestOrganization(await serverWith());
  const invited = { invitee_emails: "horatio@elsinore.example", stream_ids: [], invite_as: roles.moderator };
  assert.equal((await realm.desdemona.post("/invites", invited)).result, "success");
  assert.equal((await logIn(realm, "horatio")).status, 200);
  const [account] = await accountsOf(realm, "horatio@elsinore.example");
  assert.equal(account?.role, roles.moderator);
});

test(
  "wrong passwords, empty passwords and unknown names get the same error, and no account is created",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(await serverWith());
    assert.deepEqual(await refusal(realm, "horatio", "x"), wrong);
    assert.deepEqual(await refusal(realm, "horatio", ""), wrong);
    assert.deepEqual(await refusal(realm, "fortinbras"), wrong);
    assert.deepEqual(await accountsOf(realm, "horatio@elsinore.example"), []);
  },
);

test(
  "special characters in a username are not interpreted as part of a search filter or distinguished name",
  needsSlapd,
  async () => {
    const bySearch = await createTestOrganization(await serverWith());
    for (const name of ["*", "horati*", "horatio)(uid=*", "\\2a"]) {
      assert.deepEqual(await refusal(bySearch, name), wrong, name);
    }
    // LDAP servers ignore invisible characters, so accepting them would allow more attempts for one name.
    for (const name of ["horatio\u0000", "h\u00ADoratio", "hora\u200Btio"]) {
      assert.equal((await logIn(bySearch, name)).status, 400, JSON.stringify(name));
    }
    const directBindDn = "uid=%s,ou=people,dc=example,dc=com";
    const direct = await createTestOrganization(await serverWith({ directBindDn, appendDomain: "elsinore.example" }));
    for (const name of ["horatio,ou=people", "horatio+sn=horatio", "cn=x"]) {
      assert.deepEqual(await refusal(direct, name), wrong, name);
    }
  },
);

test(
  "without a search, users can be authenticated by a distinguished name that contains the username, with or without the appended domain",
  needsSlapd,
  async () => {
    const settings = { directBindDn: "uid=%s,ou=people,dc=example,dc=com", appendDomain: "elsinore.example" };
    const realm = await createTestOrganization(await serverWith({ ...settings, bindDn: undefined }));
    assert.equal((await logIn(realm, "horatio"))["email"], "horatio@elsinore.example");
    assert.equal((await logIn(realm, "HORATIO@elsinore.example")).status, 200);
    assert.deepEqual(await refusal(realm, "horatio@wittenberg.example"), wrong);
    assert.deepEqual(await refusal(realm, "horatio", "x"), wrong);
  },
);

test(
  "if no attribute for email addresses is configured, users log in with the address for which the search filter searches",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(
      await serverWith({ emailAttribute: undefined, searchFilter: "(mail=%s)" }),
    );
    assert.equal((await logIn(realm, "horatio@elsinore.example"))["email"], "horatio@elsinore.example");
    assert.deepEqual(await refusal(realm, "horatio"), wrong);
  },
);

test("a login with an email address that two entries have is rejected", needsSlapd, async () => {
  const realm = await createTestOrganization(await serverWith());
  assert.deepEqual(await refusal(realm, "courtiers@elsinore.example"), wrong);
});

test("users without an address, disabled users and users of other organizations are rejected", needsSlapd, async () => {
  const server = await serverWith({ disabledAttribute: "employeeType", organizationAttribute: "departmentNumber" });
  const realm = await createTestOrganization(server);
  for (const name of ["nobody", "yorick", "laertes"]) assert.deepEqual(await refusal(realm, name), wrong, name);
  assert.deepEqual(await accountsOf(realm, "laertes@elsinore.example"), []);
});

test(
  "the organization's restrictions of email addresses apply to users who join through LDAP",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(await serverWith());
    const settings = { emails_restricted_to_domains: true };
    await realm.server.db.write((tx) => storeRealm(tx, realm.realmId, { settings }));
    assert.deepEqual(await refusal(realm, "horatio"), wrong);
  },
);

test("a user whom an administrator deactivated cannot log in, whatever is in the directory", needsSlapd, async () => {
  const realm = await createTestOrganization(await serverWith());
  const { user_id: id } = await logIn(realm, "horatio");
  assert.equal((await realm.desdemona.delete(`/users/${Number(id)}`)).result, "success");
  assert.deepEqual(await refusal(realm, "horatio"), { status: 401, code: "USER_DEACTIVATED" });
  assert.deepEqual(await refusal(realm, "horatio", "x"), wrong);
});

test(
  "a password stored on this server is rejected for users in the directory, and accepted for other users",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(await serverWith());
    const { user_id: id } = await logIn(realm, "horatio");
    const passwordHash = await hashPassword("the readiness is all");
    await realm.server.db.write((tx) => setPassword(tx, Number(id), passwordHash));
    await realm.server.db.write((tx) => setPassword(tx, realm.hamlet.id, passwordHash));
    assert.deepEqual(await refusal(realm, "horatio@elsinore.example", "the readiness is all"), wrong);
    assert.equal((await logIn(realm, realm.hamlet.email, "the readiness is all")).status, 200);
  },
);

test("after five wrong passwords, a name is blocked for some time, in any spelling", needsSlapd, async () => {
  const realm = await createTestOrganization(
    await serverWith({ appendDomain: "elsinore.example", emailAttribute: undefined }),
  );
  const spellings = ["horatio", " Horatio", "HORATIO", "horatio@elsinore.example", "ｈoratio"];
  for (const name of spellings) assert.deepEqual(await refusal(realm, name, "x"), wrong, name);
  assert.equal((await logIn(realm, "horatio")).code, "RATE_LIMIT_HIT");
});

test(
  "wrong passwords are counted for the account, whichever spelling or email address was entered",
  needsSlapd,
  async () => {
    const realm = await createTestOrganization(await serverWith());
    const spellings = [
      "horatio",
      "HORATIO",
      "\uFF48\uFF4F\uFF52\uFF41\uFF54\uFF49\uFF4F",
      " horatio ",
      "horatio@elsinore.example",
      "Horatio@ELSINORE.example",
      "horatio",
    ];
    const statuses: number[] = [];
    for (const name of spellings) statuses.push((await refusal(realm, name, "x")).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    const { status } = await logIn(realm, "horatio");
    assert.equal(status, 429, "the right password waits, too");
    const gertrude = ["gertrude", "GERTRUDE", "gertrude@elsinore.example", "\uFF47ertrude"];
    const guesses = await Promise.all([...gertrude, ...gertrude, ...gertrude].map((name) => refusal(realm, name, "x")));
    assert.equal(guesses.filter(({ status: of }) => of === 401).length, 5);
  },
);

test("of concurrent wrong passwords, no more are allowed than of sequential ones", needsSlapd, async () => {
  const realm = await createTestOrganization(await serverWith());
  const guesses = await Promise.all(Array.from({ length: 20 }, () => refusal(realm, "horatio", "x")));
  assert.equal(guesses.filter(({ status }) => status === 401).length, 5);
});

test(
  "nothing is sent to the LDAP server unless the connection is encrypted with a trusted certificate",
  needsSlapd,
  async () => {
    assert.ok(directory);
    const secure = await createTestOrganization(await serverWith({ url: directory.secureUrl }));
    assert.equal((await logIn(secure, "horatio")).status, 200);
    for (const url of [directory.secureUrl, directory.settings.url]) {
      const unknown = await createTestOrganization(await serverWith({ url, caFile: undefined }));
      assert.deepEqual(await refusal(unknown, "horatio"), wrong, url);
    }
  },
);

test(
  "a user with a second factor has to give it, unless the LDAP server checks a second factor itself",
  needsSlapd,
  async () => {
    for (const doesSecondFactor of [false, true]) {
      const realm = await createTestOrganization(await serverWith({ doesSecondFactor }));
      const { api_key: apiKey, user_id: id } = await logIn(realm, "horatio");
      const email = "horatio@elsinore.example";
      const site = { port: realm.server.port, host: realm.host };
      const horatio = new TestUser(site, { id: Number(id), email, fullName: "Horatio", apiKey: String(apiKey) });
      await enableTwoFactor(horatio, PASSWORD);
      const { status, code } = await logIn(realm, "horatio");
      assert.deepEqual([status, code], doesSecondFactor ? [200, undefined] : [401, "TWO_FACTOR_REQUIRED"]);
    }
  },
);

test("while the LDAP server does not respond, logins are rejected, and do not count as wrong passwords", async () => {
  const silent = createServer((socket) => void socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const ldap = {
    url: `ldap://127.0.0.1:${port}`,
    startTls: true,
    searchBase: "dc=example,dc=com",
    searchFilter: "(uid=%s)",
    nameAttributes: ["cn"],
    appendDomain: "elsinore.example",
    sync: "never" as const,
    syncMostPercent: 10,
    doesSecondFactor: false,
    timeoutSeconds: 1,
  };
  const realm = await createTestOrganization(await startServer({ rateLimits, ldap }));
  const passwordHash = await hashPassword(PASSWORD);
  await realm.server.db.write((tx) => setPassword(tx, realm.hamlet.id, passwordHash));
  const refused = Array.from({ length: 7 }, () => refusal(realm, "horatio"));
  // Users without a directory entry can log in meanwhile.
  assert.equal((await logIn(realm, realm.hamlet.email)).status, 200);
  silent.close();
  silent.unref();
  for (const answer of await Promise.all(refused)) assert.deepEqual(answer, wrong);
});

test(
  "clients can find out that usernames are accepted, and the login page asks for a username",
  needsSlapd,
  async () => {
    const facts = async ({ server, host }: TestOrganization) => {
      const answer = await call({ port: server.port, host }, { method: "GET", path: "/server_settings" });
      const { ldap, password } = answer["authentication_methods"] as Record<string, boolean>;
      return { ldap, password, email: answer["require_email_format_usernames"] };
    };
    const realm = await createTestOrganization(await serverWith());
    assert.deepEqual(await facts(realm), { ldap: true, password: true, email: false });
    const page = await fetchPath({ port: realm.server.port, host: realm.host }, "/login");
    assert.match(page.bytes.toString(), /Username or email address/);
    const byAddress = await createTestOrganization(
      await serverWith({ emailAttribute: undefined, searchFilter: "(mail=%s)" }),
    );
    assert.deepEqual(await facts(byAddress), { ldap: true, password: true, email: true });
    const without = { authentication_methods: { Email: true, LDAP: false } };
    await realm.server.db.write((tx) => storeRealm(tx, realm.realmId, { settings: without }));
    assert.deepEqual(await facts(realm), { ldap: false, password: true, email: true });
    assert.deepEqual(await refusal(realm, "horatio@elsinore.example"), wrong);
  },
);
