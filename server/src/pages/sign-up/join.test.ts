import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  days,
  createTestOrganization,
  seconds,
  type Parameters,
  type TestUser,
  type TestOrganization,
  watchEvents,
  startServerWithMail,
  defaultRateLimits,
} from "@parlance/testkit";
import { findPathIn, Visitor } from "../fixtures/visitor.ts";

const { server, mailbox } = await startServerWithMail({ trustedProxies: 1, rateLimits: defaultRateLimits });
const PASSWORD = "a truant disposition";

/** Invites a user. Returns the path of the invitation link in the email. */
async function invited(person: TestUser, email: string, more: Parameters = {}): Promise<string> {
  await person.callOrThrow("POST", "/invites", { invitee_emails: email, stream_ids: [], ...more });
  return findPathIn(await mailbox.next(email), "/accounts/do_confirm/");
}

const form = { full_name: "Horatio", password: PASSWORD };

test("an invited user sees the inviter, the organization and the role, and joins with a name and a password", async () => {
  const realm = await createTestOrganization(server);
  const email = `horatio@${realm.host}`;
  const link = await invited(realm.iago, email, { invite_as: 600 });
  const visitor = new Visitor(realm);
  const page = await visitor.open(link);
  assert.equal(page.status, 200);
  assert.equal(page.title, "Join Shakespeare");
  assert.ok(page.text.includes(`Iago invited you to Shakespeare (${realm.host}), as a guest.`), page.text);
  assert.match(page.html, new RegExp(`value="${email}"[^>]* readonly`));
  assert.match(page.html, /id="password"[^>]*type="password"[^>]*autocomplete="new-password"/);
  assert.match(page.html, /id="full_name"[^>]*autocomplete="name"/);

  const choices = { timezone: "Europe/Copenhagen", email_visibility: "3" };
  const [toIago] = await watchEvents([realm.iago], async () => {
    const answer = await visitor.send(link, { ...form, ...choices });
    assert.deepEqual([answer.status, answer.headers.location], [303, "/"]);
  });
  assert.ok(toIago?.some(({ type, op }) => type === "realm_user" && op === "add"));
  assert.match((await visitor.open("/welcome")).text, /You are logged in as Horatio\./);

  const parameters = { username: email, password: PASSWORD };
  const login = await call(
    { port: server.port, host: realm.host },
    { method: "POST", path: "/fetch_api_key", parameters },
  );
  assert.equal(login.status, 200);
  const { members } = await realm.iago.callOrThrow("GET", "/users");
  const horatio = members.find(({ user_id }: { user_id: number }) => user_id === login["user_id"]);
  assert.deepEqual([horatio?.full_name, horatio?.role, horatio?.timezone], ["Horatio", 600, "Europe/Copenhagen"]);
  assert.equal(horatio?.delivery_email, email);
  const { user } = await realm.hamlet.callOrThrow("GET", `/users/${Number(login["user_id"])}`);
  assert.equal(user.delivery_email, null);
});

test("errors are shown at their fields, and all fields except the password keep their values", async () => {
  const realm = await createTestOrganization(server);
  const link = await invited(realm.iago, `horatio@${realm.host}`);
  const visitor = new Visitor(realm);
  const send = async (fields: Record<string, string>) => {
    const shown = await visitor.fills(link, fields);
    assert.equal(shown.status, 400);
    return shown;
  };
  const both = await send({ timezone: "Asia/Tokyo", email_visibility: "4" });
  assert.match(both.title, /^Error: Join/);
  assert.match(both.text, /There was a problem Enter your name\. Choose a password\./);
  assert.match(both.html, /<option value="Asia\/Tokyo" selected>/);
  assert.match(both.html, /<option value="4" selected>/);

  const names: readonly (readonly [string, RegExp])[] = [
    ["H", /Name too short!/],
    ["H".repeat(101), /Name too long!/],
    ["Hora*tio", /Invalid characters in name!/],
  ];
  for (const [fullName, problem] of names) {
    const shown = await send({ full_name: fullName, password: PASSWORD });
    assert.match(shown.text, problem);
    assert.match(shown.html, /aria-invalid="true" aria-describedby="full_name-hint full_name-problem"/);
    assert.ok(shown.html.includes(`value="${fullName}"`));
    assert.ok(!shown.html.includes(PASSWORD));
  }
  for (const password of ["password1", "Shakespeare", `horatio@${realm.host}`]) {
    const shown = await send({ ...form, password });
    assert.match(shown.text, /This password is too easy to guess\./);
  }
  await realm.desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  const rejected = await send({ ...form, full_name: "othello" });
  assert.match(rejected.text, /Unique names required in this organization\./);

  // After all these errors, the invitation is still valid. An unknown option is treated as if no option was selected.
  const answer = await visitor.fills(link, { ...form, timezone: "Europe/Elsinore", email_visibility: "7" });
  assert.equal(answer.status, 303);
  const { members } = await realm.iago.callOrThrow("GET", "/users");
  assert.equal(members.find(({ full_name }: { full_name: string }) => full_name === "Horatio")?.timezone, "UTC");
});

test("the form for joining preselects the organization's default for email visibility", async () => {
  const realm = await createTestOrganization(server);
  await realm.desdemona.callOrThrow("PATCH", "/realm/user_settings_defaults", { email_address_visibility: 5 });
  const link = await invited(realm.iago, `horatio@${realm.host}`);
  const { html } = await new Visitor(realm).open(link);
  assert.match(html, /<option value="5" selected>Moderators and administrators<\/option>/);
});

test("a link that was used, was revoked, has expired, belongs to another organization or never existed cannot be used", async () => {
  const [realm, other] = [await createTestOrganization(server), await createTestOrganization(server)];
  const address = (name: string) => `${name}@${realm.host}`;
  const [used, revoked, expired] = [
    await invited(realm.iago, address("used")),
    await invited(realm.iago, address("revoked")),
    await invited(realm.iago, address("expired"), { invite_expires_in_minutes: 24 * 60 }),
  ];
  const late = new Visitor(realm);
  await late.open(revoked);
  assert.equal((await new Visitor(realm).fills(used, form)).status, 303);
  const { invites } = await realm.iago.callOrThrow("GET", "/invites");
  const { id } = invites.find((one) => "email" in one && one.email === address("revoked"))!;
  await realm.iago.callOrThrow("DELETE", `/invites/${id}`);
  const foreign = await invited(other.iago, address("foreign"));
  clock.shiftWallClock(days(1) + seconds(1));

  assert.equal((await late.send(revoked, form)).status, 404, "revoked while the form was filled in");
  const unknown = [
    `/accounts/do_confirm/${"a".repeat(24)}`,
    "/accounts/do_confirm/short",
    "/accounts/do_confirm/%00%27",
  ];
  for (const link of [used, revoked, expired, foreign, ...unknown]) {
    const { status, text } = await new Visitor(realm).open(link);
    assert.equal(status, 404, link);
    assert.match(text, /This link is not valid .* ask the person who invited you for a new invitation\. Log in/);
  }
});

test("if two visitors use an invitation at the same time, only one of them joins", async () => {
  const realm = await createTestOrganization(server);
  const link = await invited(realm.iago, `horatio@${realm.host}`);
  const visitors = [new Visitor(realm), new Visitor(realm)];
  await Promise.all(visitors.map((visitor) => visitor.open(link)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.send(link, form)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303, 404]));
});

/** Creates a reusable invitation link. Returns its path. */
async function linkOf(realm: TestOrganization, more: Parameters = {}): Promise<string> {
  const { invite_link: link } = await realm.iago.callOrThrow("POST", "/invites/multiuse", more);
  return new URL(link).pathname;
}

test("with a reusable invitation link, a visitor enters an email address, confirms it by email, and joins", async () => {
  const realm = await createTestOrganization(server);
  const link = await linkOf(realm, { invite_as: 300 });
  for (const name of ["marcellus", "bernardo"]) {
    const visitor = new Visitor(realm);
    const page = await visitor.open(link);
    assert.ok(page.text.includes(`Iago invited you to Shakespeare (${realm.host}).`));
    const email = `${name}@${realm.host}`;
    const shown = await visitor.send(link, { email });
    assert.equal(shown.status, 303);
    assert.match((await visitor.open(String(shown.headers.location))).text, /Check your email/);
    const confirmation = findPathIn(await mailbox.next(email), "/accounts/do_confirm/");
    assert.ok((await visitor.open(confirmation)).text.includes("Iago invited you"));
    assert.equal((await visitor.send(confirmation, { ...form, full_name: name })).status, 303);
  }
  const { members } = await realm.iago.callOrThrow("GET", "/users");
  const roles = members.filter((one: { full_name: string }) => /marcellus|bernardo/.test(one.full_name));
  assert.deepEqual(
    roles.map(({ role }: { role: number }) => role),
    [300, 300],
  );
});

test("the page of a reusable invitation link does not reveal whether an address has an account; only the email does", async () => {
  const realm = await createTestOrganization(server);
  const link = await linkOf(realm);
  const pages: string[] = [];
  for (const email of [realm.hamlet.email, `new@${realm.host}`]) {
    const visitor = new Visitor(realm);
    const { status, headers } = await visitor.fills(link, { email });
    pages.push(`${status} ${(await visitor.open(String(headers.location))).text}`);
  }
  assert.equal(new Set(pages).size, 1);
  const email = await mailbox.next(realm.hamlet.email);
  assert.equal(email.subject, "You already have an account at Shakespeare");
  assert.equal((await new Visitor(realm).open(findPathIn(email, "/login"))).status, 200);
});

test("an address that cannot be used is reported, and a link that is revoked after it was opened cannot be used", async () => {
  const realm = await createTestOrganization(server);
  const link = await linkOf(realm);
  await realm.desdemona.callOrThrow("POST", "/realm/domains", {
    domain: "wittenberg.example",
    allow_subdomains: false,
  });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  const visitor = new Visitor(realm);
  for (const [email, problem] of [
    ["horatio", "Enter a valid email address."],
    ["horatio@elsinore.example", "Email 'horatio@elsinore.example' not allowed in this organization"],
    ["horatio+1@wittenberg.example", "Email addresses containing + are not allowed."],
  ] as const) {
    const { status, text, html } = await visitor.fills(link, { email });
    assert.equal(status, 400);
    assert.ok(text.includes(problem), text);
    assert.ok(html.includes(`value="${email}"`));
  }
  const { invites } = await realm.iago.callOrThrow("GET", "/invites");
  await realm.iago.callOrThrow("DELETE", `/invites/multiuse/${invites[0]?.id}`);
  const late = await visitor.send(link, { email: "horatio@wittenberg.example" });
  assert.equal(late.status, 404);
  assert.match(late.text, /Ask the person who shared the link for a new one\./);
  for (const path of [link, "/join/short/", "/join/short", "/join/%00/"])
    assert.equal((await new Visitor(realm).open(path)).status, 404);
});

test("an organization that requires no invitation can be joined freely; otherwise the page says how to get an invitation", async () => {
  const realm = await createTestOrganization(server);
  const closed = await new Visitor(realm).open("/register");
  assert.equal(closed.status, 200);
  assert.match(closed.text, /You need an invitation to join Shakespeare\. Ask a member/);

  await realm.desdemona.callOrThrow("PATCH", "/realm", { invite_required: false });
  const visitor = new Visitor(realm);
  assert.match((await visitor.open("/login")).text, /No account yet\? Join Shakespeare/);
  assert.ok((await visitor.open("/register")).text.includes(`Shakespeare (${realm.host}) is open to new members.`));
  const email = `osric@${realm.host}`;
  const shown = await visitor.send("/register", { email });
  assert.deepEqual([shown.status, shown.headers.location], [303, "/register/sent"]);
  assert.equal((await visitor.open("/register/sent")).status, 200);
  const confirmation = findPathIn(await mailbox.next(email), "/accounts/do_confirm/");
  assert.match(
    (await visitor.open(confirmation)).text,
    /Your email address is confirmed\. Create your account at Shakespeare/,
  );
  assert.equal((await visitor.send(confirmation, { ...form, full_name: "Osric" })).status, 303);

  await visitor.open("/register");
  await realm.desdemona.callOrThrow("PATCH", "/realm", { invite_required: true });
  assert.equal((await visitor.send("/register", { email: `late@${realm.host}` })).status, 403);
});

test("the number of emails that visitors can request is limited per email address and per network", async () => {
  const realm = await createTestOrganization(server);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { invite_required: false });
  const requestLink = async (email: string, visitor = new Visitor(realm)) => visitor.fills("/register", { email });
  const email = `osric@${realm.host}`;
  for (let count = 0; count < 3; count += 1) assert.equal((await requestLink(email)).status, 303);
  const refused = await requestLink(email);
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many requests\./);

  const visitor = new Visitor(realm);
  for (let count = 0; count < 5; count += 1)
    assert.equal((await requestLink(`p${count}@${realm.host}`, visitor)).status, 303);
  assert.equal((await requestLink(`p5@${realm.host}`, visitor)).status, 429);
});
