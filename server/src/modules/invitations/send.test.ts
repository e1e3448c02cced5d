import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ApiResponse,
  clock,
  days,
  createTestOrganization,
  type Parameters,
  testServer,
  watchEvents,
} from "@parlance/testkit";
import { setSettings } from "./fixtures/actions/set-settings.ts";
import { loadAuditActs, sendInvites, loadKey, loadEmailsTo, loadOpenInvitations } from "./fixtures/invitations.ts";

await testServer();

/** The fields of an error response that these tests compare. */
const errorFields = (answer: ApiResponse) => ({
  status: answer.status,
  code: answer.code,
  msg: answer.msg,
  errors: answer.body["errors"],
  sent_invitations: answer.body["sent_invitations"],
  daily_limit_reached: answer.body["daily_limit_reached"],
  license_limit_reached: answer.body["license_limit_reached"],
});

const failed = (msg: string, errors: unknown[], more: Parameters = {}) => ({
  status: 400,
  code: "INVITATION_FAILED",
  msg,
  errors,
  sent_invitations: false,
  daily_limit_reached: false,
  license_limit_reached: false,
  ...more,
});

test("each address gets an email with a link, and administrators and the referrer receive an event", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, desdemona, shiva, polonius, bot, host } = realm;
  const people = [hamlet, iago, desdemona, othello, shiva, polonius, bot];
  const received = await watchEvents(people, () => sendInvites(hamlet, ["yorick@example.com", "osric@example.com"]));
  const changed = received.map((events) => events.map(({ type }) => type));
  assert.deepEqual(changed, [["invites_changed"], ["invites_changed"], ["invites_changed"], [], [], [], []]);

  const [email] = await loadEmailsTo(realm, "yorick@example.com");
  assert.deepEqual([email?.kind, email?.subject], ["invitation", "King Hamlet invited you to join Shakespeare"]);
  const key = await loadKey(realm, "yorick@example.com");
  assert.match(key, /^[a-z2-7]{24}$/);
  assert.ok(email?.body_text?.includes(`http://${host}/accounts/do_confirm/${key}`));
  assert.match(email?.body_text ?? "", /expires on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
  assert.equal((await loadEmailsTo(realm, "osric@example.com")).length, 1);
  assert.notEqual(await loadKey(realm, "osric@example.com"), key);
});

test("addresses may be separated by commas or newlines and may have a name, and an address that is listed twice is invited once", async () => {
  const realm = await createTestOrganization();
  const text = ' yorick@example.com,, Osric <osric@example.com>\r\nYORICK@example.com\n\n"Fort, In" <fort@example.com>';
  assert.equal((await sendInvites(realm.hamlet, text)).code, "INVITATION_FAILED", "a name with a comma is no name");
  await realm.hamlet.callOrThrow("POST", "/invites", {
    invitee_emails: text.replace("Fort, In", "Fort"),
    stream_ids: [],
  });
  const emails = (await loadOpenInvitations(realm.hamlet)).map(({ email }) => email);
  assert.deepEqual(emails, ["yorick@example.com", "osric@example.com", "fort@example.com"]);
});

test("no invitation is sent without an address or with more than ten thousand", async () => {
  const { hamlet } = await createTestOrganization();
  for (const text of ["", " ,\n, "]) {
    const { status, code, msg } = await sendInvites(hamlet, text);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "You must specify at least one email address."]);
  }
  const many = Array.from({ length: 10_001 }, (_, index) => `p${index}@example.com`);
  assert.equal((await sendInvites(hamlet, many)).msg, "Too many email addresses (limit: 10000)");
  assert.deepEqual(await loadOpenInvitations(hamlet), []);
});

test("if one address is invalid, the whole request is rejected, and each address that cannot be invited is listed with the reason", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const emails = ["yorick@example.com", "nonsense", "x@mailinator.com", othello.email];
  const answer = errorFields(await sendInvites(hamlet, emails));
  assert.deepEqual(
    answer,
    failed("Some emails did not validate, so we didn't send any invitations.", [
      ["nonsense", "Invalid address.", false],
      ["x@mailinator.com", "Please use your real email address.", false],
      [othello.email, "Already has an account.", false],
    ]),
  );
  assert.deepEqual(await loadOpenInvitations(hamlet), []);
  assert.deepEqual(await loadEmailsTo(realm, "yorick@example.com"), []);
});

test("in an organization with restricted email domains, only addresses of those domains can be invited, and no aliases", async () => {
  const realm = await createTestOrganization();
  await realm.desdemona.callOrThrow("POST", "/realm/domains", { domain: "elsinore.dk", allow_subdomains: true });
  await setSettings(realm, { emails_restricted_to_domains: true });
  const { body } = await sendInvites(realm.hamlet, ["a@example.com", "a+b@elsinore.dk", "a@elsinore.dk"]);
  assert.deepEqual(body["errors"], [
    ["a@example.com", "Outside your domain.", false],
    ["a+b@elsinore.dk", "Email addresses containing + are not allowed.", false],
  ]);
  await realm.hamlet.callOrThrow("POST", "/invites", { invitee_emails: "a@castle.elsinore.dk", stream_ids: [] });
});

test("addresses that already have an account are skipped, and all other addresses are invited", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, othello, cordelia, bot } = realm;
  await iago.callOrThrow("DELETE", `/users/${cordelia.id}`);
  const emails = [othello.email.toUpperCase(), cordelia.email, bot.email, "notification-bot@parlance.invalid"];
  const errors = [
    [othello.email.toUpperCase(), "Already has an account.", false],
    [cordelia.email, "Account has been deactivated.", true],
    [bot.email, "Already has an account.", false],
    ["notification-bot@parlance.invalid", "Reserved for system bots.", false],
  ];
  const none = errorFields(await sendInvites(hamlet, emails));
  assert.deepEqual(none, failed("We weren't able to invite anyone.", errors));

  const [received] = await watchEvents([iago], async () => {
    const some = errorFields(await sendInvites(hamlet, [...emails, "yorick@example.com"]));
    const msg =
      "Some of those addresses are already using Parlance, so we didn't send them an invitation. We did send " +
      "invitations to everyone else!";
    assert.deepEqual(some, failed(msg, errors, { sent_invitations: true }));
  });
  assert.deepEqual(
    received?.map(({ type }) => type),
    ["invites_changed"],
  );
  assert.deepEqual(
    (await loadOpenInvitations(hamlet)).map(({ email }) => email),
    ["yorick@example.com"],
  );
  assert.equal((await loadEmailsTo(realm, "yorick@example.com")).length, 1);
});

test("an address can be invited twice", async () => {
  const realm = await createTestOrganization();
  await sendInvites(realm.hamlet, "yorick@example.com");
  await sendInvites(realm.othello, "yorick@example.com", { invite_as: 600 });
  assert.deepEqual(
    (await loadOpenInvitations(realm.iago)).map(({ invited_as }) => invited_as),
    [400, 600],
  );
});

test("if a request is repeated with the same idempotency key, no further invitations are sent and the response is the same", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const form = { invitee_emails: `yorick@example.com,${othello.email}`, stream_ids: [] };
  const send = (more: Parameters = {}) =>
    hamlet.call("POST", "/invites", { ...form, ...more }, { "idempotency-key": "one" });
  const answers = await Promise.all([send(), send(), send()]);
  for (const { code, sent_invitations: sent, errors } of answers)
    assert.deepEqual(
      [code, sent, errors],
      ["INVITATION_FAILED", true, [[othello.email, "Already has an account.", false]]],
    );
  assert.equal((await loadOpenInvitations(hamlet)).length, 1);
  assert.match((await send({ invite_as: 600 })).msg, /key/i);
  assert.equal((await loadOpenInvitations(hamlet)).length, 1);
});

test("a failed request can be repeated with its idempotency key", async () => {
  const { hamlet } = await createTestOrganization();
  const send = (emails: string) =>
    hamlet.call("POST", "/invites", { invitee_emails: emails, stream_ids: [] }, { "idempotency-key": "one" });
  assert.equal((await send("nonsense")).code, "INVITATION_FAILED");
  assert.equal((await send("yorick@example.com")).result, "success");
});

test("an invitation is valid for ten days by default, for the requested time, or without limit", async () => {
  const { hamlet } = await createTestOrganization();
  await sendInvites(hamlet, "a@example.com");
  await sendInvites(hamlet, "b@example.com", { invite_expires_in_minutes: 1 });
  await sendInvites(hamlet, "c@example.com", { invite_expires_in_minutes: null });
  const lengths = (await loadOpenInvitations(hamlet)).map(
    ({ invited, expiry_date: end }) => end && (end - invited) / 60,
  );
  assert.deepEqual(lengths, [14_400, 1, null]);
  for (const [value, msg] of [
    [0, "invite_expires_in_minutes is too small"],
    [52_560_001, "invite_expires_in_minutes is too large"],
    ["soon", "invite_expires_in_minutes is not valid JSON"],
  ] as const)
    assert.equal((await sendInvites(hamlet, "d@example.com", { invite_expires_in_minutes: value })).msg, msg);
  clock.shiftWallClock(days(11));
  assert.deepEqual(
    (await loadOpenInvitations(hamlet)).map(({ email }) => email),
    ["c@example.com"],
  );
});

test("missing and invalid parameters are named in the error", async () => {
  const { hamlet } = await createTestOrganization();
  const msg = async (parameters: Parameters) => (await hamlet.call("POST", "/invites", parameters)).msg;
  assert.equal(await msg({ stream_ids: [] }), "Missing 'invitee_emails' argument");
  assert.equal(await msg({ invitee_emails: "a@example.com" }), "Missing 'stream_ids' argument");
  const good = { invitee_emails: "a@example.com", stream_ids: [] };
  assert.equal(await msg({ ...good, stream_ids: "1" }), "stream_ids is not a list");
  assert.equal(await msg({ ...good, group_ids: ["x"] }), "group_ids[0] is not an integer");
  assert.equal(await msg({ ...good, invite_as: 500 }), "Invalid invite_as");
  assert.equal(await msg({ ...good, notify_referrer_on_join: 1 }), "notify_referrer_on_join is not a boolean");
  assert.equal(
    await msg({ ...good, welcome_message_custom_text: "x".repeat(8001) }),
    "welcome_message_custom_text is too long (limit: 8000 characters)",
  );
});

test("in an organization that anyone can join, only administrators can send invitations in their first three days", async () => {
  const realm = await createTestOrganization();
  await setSettings(realm, { invite_required: false });
  const answer = errorFields(await sendInvites(realm.hamlet, "yorick@example.com"));
  const msg =
    "Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.";
  assert.deepEqual(answer, failed(msg, []));
  assert.equal((await sendInvites(realm.iago, "yorick@example.com")).result, "success");
  clock.shiftWallClock(days(3));
  assert.equal((await sendInvites(realm.hamlet, "osric@example.com")).result, "success");
});

test("the audit log records sent invitations with their sender and address", async () => {
  const realm = await createTestOrganization();
  await sendInvites(realm.hamlet, ["yorick@example.com", "osric@example.com"], { invite_as: 600 });
  const [first, second] = await loadOpenInvitations(realm.hamlet);
  const act = (id: number | undefined, email: string) => ({
    act: "invitation.sent",
    actor_id: realm.hamlet.id,
    target_id: id,
    before: null,
    after: { email, invited_as: 600 },
  });
  assert.deepEqual(await loadAuditActs(realm), [
    act(first?.id, "yorick@example.com"),
    act(second?.id, "osric@example.com"),
  ]);
});
