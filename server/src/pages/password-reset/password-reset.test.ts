import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  days,
  hours,
  minutes,
  createTestOrganization,
  seconds,
  type TestOrganization,
  startServerWithMail,
  defaultRateLimits,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { pruneResets } from "#modules/sign-in/passwords/jobs.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { findPathIn, type ShownPage, Visitor } from "../fixtures/visitor.ts";

const { server, mailbox } = await startServerWithMail({ trustedProxies: 1, rateLimits: defaultRateLimits });
const RESET_PATH = "/accounts/password/reset";
const NEW = "frailty, thy name is";

const requestReset = (realm: TestOrganization, email: string, visitor = new Visitor(realm)): Promise<ShownPage> =>
  visitor.fills(RESET_PATH, { email });

/** Requests a password reset for Hamlet. Returns the path of the link in the email. */
async function linkFor(realm: TestOrganization): Promise<string> {
  assert.equal((await requestReset(realm, realm.hamlet.email)).status, 303);
  return findPathIn(await mailbox.next(realm.hamlet.email), `${RESET_PATH}/`);
}

const logsIn = ({ host, hamlet }: TestOrganization, password: string) =>
  call(
    { port: server.port, host },
    { method: "POST", path: "/fetch_api_key", parameters: { username: hamlet.email, password } },
  );

const deactivate = ({ iago, hamlet }: TestOrganization) => iago.callOrThrow("DELETE", `/users/${hamlet.id}`);

test("a forgotten password can be replaced with the link from an email, and the user is then logged in", async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const link = await linkFor(realm);
  const visitor = new Visitor(realm);
  const page = await visitor.open(link);
  assert.equal(page.status, 200);
  assert.ok(page.html.includes(`value="${realm.hamlet.email}"`), "password managers have to know whose it is");
  assert.match(page.html, /type="password" autocomplete="new-password"/);

  const answer = await visitor.send(link, { password: NEW });
  assert.deepEqual([answer.status, answer.headers.location], [303, "/"]);
  assert.match((await visitor.open("/welcome")).text, /logged in as King Hamlet/);
  const { status, ...fields } = await logsIn(realm, NEW);
  assert.deepEqual([status, fields["api_key"]], [200, realm.hamlet.apiKey], "the API key stays");
  assert.equal((await logsIn(realm, PASSWORD)).status, 401);
});

test("a new password logs out all other browsers and resets the count of failed logins", async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const thief = new Visitor(realm);
  await thief.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.equal((await thief.open("/welcome")).status, 200);
  for (let tries = 0; tries < 5; tries += 1) await logsIn(realm, "guess");
  assert.equal((await logsIn(realm, PASSWORD)).status, 429);

  const link = await linkFor(realm);
  assert.equal((await new Visitor(realm).fills(link, { password: NEW })).status, 303);
  assert.equal((await thief.open("/welcome")).status, 303);
  assert.equal((await logsIn(realm, NEW)).status, 200);
});

test("a link works once and for one day, and its use invalidates all other reset links of the account", async () => {
  const realm = await createTestOrganization(server);
  const [first, second] = [await linkFor(realm), await linkFor(realm)];
  const visitor = new Visitor(realm);
  await visitor.open(first);
  let both: Promise<ShownPage[]> = Promise.resolve([]);
  await server.db.write(async (tx) => {
    await tx.selectFrom("account").select("id").where("id", "=", realm.hamlet.id).forNoKeyUpdate().execute();
    both = Promise.all([visitor.send(first, { password: NEW }), visitor.send(second, { password: NEW })]);
    await untilTransactionsBlocked(server, 2);
  });
  assert.deepEqual(new Set((await both).map(({ status }) => status)), new Set([303, 404]));
  for (const link of [first, second]) {
    const { status, text } = await new Visitor(realm).open(link);
    assert.equal(status, 404);
    assert.match(text, /This link is not valid .* request a new link/);
  }

  clock.shiftWallClock(hours(1));
  const third = await linkFor(realm);
  clock.shiftWallClock(days(1) - minutes(1));
  assert.equal((await visitor.open(third)).status, 200);
  clock.shiftWallClock(minutes(1) + seconds(1));
  assert.equal((await visitor.send(third, { password: NEW })).status, 404);
});

test("a password that is easy to guess is rejected, and the link stays valid", async () => {
  const realm = await createTestOrganization(server);
  const link = await linkFor(realm);
  const visitor = new Visitor(realm);
  for (const [password, problem] of [
    ["", /Choose a password\./],
    ["short", /The password must have at least 8 characters\./],
    ["password1", /This password is too easy to guess\./],
    ["shakespeare", /This password is too easy to guess\./],
    ["x7Kp".repeat(26), /at most 100 characters/],
  ] as const) {
    const { status, text, html } = await visitor.fills(link, { password });
    assert.equal(status, 400);
    assert.match(text, problem);
    assert.ok(password === "" || !html.includes(password), "the password is not sent back");
  }
  assert.equal((await visitor.fills(link, { password: NEW })).status, 303);
});

test("a link is invalid in another organization, and after the account was deactivated or its email address changed", async () => {
  const [realm, other] = [await createTestOrganization(server), await createTestOrganization(server)];
  const link = await linkFor(realm);
  assert.equal((await new Visitor(other).open(link)).status, 404);
  assert.equal((await new Visitor(realm).open(`${RESET_PATH}/${"a".repeat(24)}`)).status, 404);
  await deactivate(realm);
  assert.equal((await new Visitor(realm).open(link)).status, 404);

  const otherLink = await linkFor(other);
  const context = { id: other.realmId, subdomain: "", url: `http://${other.host}` };
  await server.db.write((tx) =>
    changeEmail(tx, { realm: context, userId: other.hamlet.id, email: `prince@${other.host}` }),
  );
  assert.equal((await new Visitor(other).open(otherLink)).status, 404);
});

test("the page is the same for every address; only the email says whether an account exists", async () => {
  const [realm, other] = [await createTestOrganization(server), await createTestOrganization(server)];
  const unknownAddress = `yorick@${realm.host}`;
  const pages: string[] = [];
  await deactivate(realm);
  for (const email of [realm.othello.email, realm.hamlet.email, unknownAddress, other.hamlet.email, realm.bot.email]) {
    const visitor = new Visitor(realm);
    const { status, headers } = await requestReset(realm, email, visitor);
    const { text } = await visitor.open(String(headers.location));
    pages.push(`${status} ${text}`);
  }
  assert.equal(new Set(pages).size, 1);
  assert.match(pages[0] ?? "", /^303 .*Check your email We sent an email/);

  const nextEmail = async (email: string) => {
    const { subject, text } = await mailbox.next(email);
    return `${subject}\n${text.replace(/\s+/g, " ")}`;
  };
  assert.match(await nextEmail(realm.othello.email), /^Reset your password for Shakespeare\nHello Othello,/);
  const deactivated = await nextEmail(realm.hamlet.email);
  assert.match(deactivated, /^Your account at Shakespeare is deactivated\n/);
  assert.doesNotMatch(deactivated, /reset\//);
  const unknown = await nextEmail(unknownAddress);
  assert.match(unknown, /^No account at Shakespeare\n/);
  assert.ok(unknown.includes(`no account there uses the address ${unknownAddress}`));
  const elsewhere = await nextEmail(other.hamlet.email);
  assert.match(elsewhere, /^No account at Shakespeare\n/);
  assert.ok(elsewhere.includes(`Shakespeare: http://${other.host}`), elsewhere);
});

test("an address gets at most two password reset emails per hour and five per day, from whichever networks they are requested", async () => {
  const realm = await createTestOrganization(server);
  const { email } = realm.hamlet;
  const status = async () => (await requestReset(realm, email.toUpperCase())).status;
  assert.deepEqual([await status(), await status(), await status()], [303, 303, 429]);
  clock.shiftWallClock(hours(1));
  assert.deepEqual([await status(), await status(), await status()], [303, 303, 429]);
  clock.shiftWallClock(hours(1));
  assert.deepEqual([await status(), await status()], [303, 429]);
  const visitor = new Visitor(realm);
  const { text, headers } = await requestReset(realm, email, visitor);
  assert.match(text, /Too many requests\. .* try again in 22 hours\./);
  assert.ok(Number(headers["retry-after"]) > 21 * 3600);
});

test("an IP address can request at most five password reset emails per day, for any addresses", async () => {
  const realm = await createTestOrganization(server);
  const visitor = new Visitor(realm);
  const people = [realm.iago, realm.shiva, realm.hamlet, realm.cordelia, realm.othello, realm.polonius];
  const statuses: number[] = [];
  for (const { email } of people) statuses.push((await requestReset(realm, email, visitor)).status);
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429]);
  assert.equal((await requestReset(realm, realm.polonius.email)).status, 303, "from elsewhere it works");
  clock.shiftWallClock(days(1));
  assert.equal((await requestReset(realm, realm.desdemona.email, visitor)).status, 303);
});

test("an invalid email address is reported", async () => {
  const realm = await createTestOrganization(server);
  const { status, text, html } = await requestReset(realm, "hamlet");
  assert.equal(status, 400);
  assert.match(text, /Enter a valid email address\./);
  assert.match(html, /value="hamlet"/);
});

test("expired password resets are deleted", async () => {
  const realm = await createTestOrganization(server);
  const link = await linkFor(realm);
  const prune = async () => {
    const log = createLogger({ level: "silent" });
    await pruneResets.run({ db: server.db, clock, log, signal: new AbortController().signal }, {});
    const left = server.db.reader.selectFrom("password_reset").selectAll().where("user_id", "=", realm.hamlet.id);
    return (await left.execute()).length;
  };
  assert.equal(await prune(), 1);
  assert.equal((await new Visitor(realm).open(link)).status, 200);
  clock.shiftWallClock(days(1) + seconds(1));
  assert.equal(await prune(), 0);
});
