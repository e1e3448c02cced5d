import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  minutes,
  createTestOrganization,
  seconds,
  startServer,
  type TestOrganization,
  type TestServer,
  startServerWithMail,
} from "@parlance/testkit";
import { setPassword } from "../passwords/actions/set-password.ts";
import { hashPassword } from "../passwords/password-hashing.ts";

const { server, mailbox } = await startServerWithMail({ trustedProxies: 1 });
const PASSWORD = "to be or not to be";
const passwordHash = await hashPassword(PASSWORD);
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Creates an organization in which Hamlet has a password, and whose accounts are older than a minute. */
async function oldRealm(home: TestServer = server): Promise<TestOrganization> {
  const realm = await createTestOrganization(home);
  await home.db.write((tx) => setPassword(tx, realm.hamlet.id, passwordHash));
  clock.shiftWallClock(seconds(61));
  return realm;
}

const logsIn = ({ server: { port }, host, hamlet }: TestOrganization, headers: Record<string, string> = {}) => {
  const parameters = { username: hamlet.email, password: PASSWORD };
  return call({ port, host }, { method: "POST", path: "/fetch_api_key", parameters, headers });
};

const countEmails = async (realm: TestOrganization): Promise<number> => {
  const rows = await realm.server.db.reader
    .selectFrom("mail")
    .select("id")
    .where("realm_id", "=", realm.realmId)
    .orderBy("id")
    .execute();
  return rows.length;
};

test("after a login with a password, the account's owner gets an email with the time, the client and the IP address", async () => {
  const realm = await oldRealm();
  await realm.hamlet.callOrThrow("PATCH", "/settings", { timezone: "Europe/Copenhagen" });
  const { status } = await logsIn(realm, { "user-agent": FIREFOX, "x-forwarded-for": "198.51.100.7" });
  assert.equal(status, 200);
  const { subject, text, to } = await mailbox.next(realm.hamlet.email);
  assert.equal(subject, "New login to Shakespeare from Firefox on Linux");
  assert.deepEqual(to, [{ name: "King Hamlet", address: realm.hamlet.email }]);
  assert.match(text, /^Hello King Hamlet,/);
  assert.match(text, /Device: Firefox on Linux\nIP address: 198\.51\.100\.7/);
  const year = clock.now().getFullYear();
  assert.match(text, new RegExp(`Time: \\w+,? \\d+ \\w+ ${year} at \\d\\d:\\d\\d:\\d\\d CES?T`));
  assert.ok(text.includes(`http://${realm.host}/accounts/password/reset\n`), text);
});

test("no email is sent after a wrong password, for the first login of a new user, or if the user has turned these emails off", async () => {
  const realm = await oldRealm();
  const { port } = server;
  const wrong = { username: realm.hamlet.email, password: "x" };
  await call({ port, host: realm.host }, { method: "POST", path: "/fetch_api_key", parameters: wrong });
  assert.equal(await countEmails(realm), 0);

  await realm.hamlet.callOrThrow("PATCH", "/settings", { enable_login_emails: false });
  assert.equal((await logsIn(realm)).status, 200);
  assert.equal(await countEmails(realm), 0);
  await realm.hamlet.callOrThrow("PATCH", "/settings", { enable_login_emails: true });
  assert.equal((await logsIn(realm)).status, 200);
  assert.equal(await countEmails(realm), 1);

  const newcomers = await createTestOrganization(server);
  await server.db.write((tx) => setPassword(tx, newcomers.hamlet.id, passwordHash));
  assert.equal((await logsIn(newcomers)).status, 200);
  assert.equal(await countEmails(newcomers), 0);
  clock.shiftWallClock(minutes(1) + seconds(1));
  assert.equal((await logsIn(newcomers)).status, 200);
  assert.equal(await countEmails(newcomers), 1);
});

test("the operator can turn these emails off", async () => {
  const realm = await oldRealm(await startServer({ sendLoginEmails: false }));
  assert.equal((await logsIn(realm)).status, 200);
  assert.equal(await countEmails(realm), 0);
});

test("the email about a login contains the client's name from the user agent, but no other text from the user agent", async () => {
  const names = [
    ["curl/8.14.1", "curl"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
      "Safari on macOS",
    ],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) CriOS/137.0 Mobile/15E148 Safari/604.1", "Chrome on iOS"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/137.0 Safari/537.36 Edg/137.0", "Edge on Windows"],
    ["<b>Your bank: click http://evil.example/</b>", "bYour"],
    ["", "an unknown device"],
  ] as const;
  for (const [userAgent, name] of names) {
    const realm = await oldRealm();
    await logsIn(realm, { "user-agent": userAgent });
    const { subject } = await mailbox.next(realm.hamlet.email);
    assert.equal(subject, `New login to Shakespeare from ${name}`);
  }
});
