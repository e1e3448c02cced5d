import assert from "node:assert/strict";
import { test } from "node:test";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import {
  clock,
  days,
  hours,
  createTestOrganization,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { setSettings } from "./fixtures/actions/set-settings.ts";
import {
  loadAuditActs,
  requestToJoin,
  findByKey,
  joinWithKey,
  loadKey,
  loadEmailsTo,
  createInviteLink,
  refusalOf,
} from "./fixtures/invitations.ts";

await testServer();

const EMAIL = "yorick@example.com";

const refusal = (realm: TestOrganization, email: string, linkKey: string | null = null) =>
  refusalOf(requestToJoin(realm, email, linkKey));

test("if invitations are not required, a user with a verified address joins as a member and is subscribed to the default channels", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, host } = realm;
  const general = await iago.createChannel("general", [iago], { is_default_stream: true });
  await setSettings(realm, { invite_required: false });
  const received = await watchEvents([hamlet, iago], () => requestToJoin(realm, ` ${EMAIL} `));
  assert.deepEqual(received, [[], []], "no user receives an event about a person who has no account");
  const key = await loadKey(realm, EMAIL);
  const [email] = await loadEmailsTo(realm, EMAIL);
  assert.equal(email?.subject, "Join Shakespeare");
  assert.ok(email.body_text?.includes(`http://${host}/accounts/do_confirm/${key}`));
  assert.deepEqual(await findByKey(realm, key), {
    state: "usable",
    isLink: false,
    email: EMAIL,
    organization: "Shakespeare",
    inviter: null,
    role: 400,
  });

  const yorick = await joinWithKey(realm, key);
  const { user } = await hamlet.callOrThrow("GET", `/users/${yorick.id}`);
  assert.deepEqual([user.full_name, user.role, user.delivery_email], ["Yorick", 400, EMAIL]);
  const { state } = await iago.registerQueue();
  const channel = state["subscriptions"].find(({ stream_id }: { stream_id: number }) => stream_id === general);
  assert.deepEqual(channel?.subscribers, [iago.id, yorick.id]);
  assert.deepEqual(await loadAuditActs(realm), []);
});

test("if invitations are required, a user without one cannot sign up", async () => {
  const realm = await createTestOrganization();
  const expected = `Please request an invite for ${EMAIL} from the organization administrator.`;
  assert.equal(await refusal(realm, EMAIL), expected);
  await setSettings(realm, { invite_required: false });
  await requestToJoin(realm, EMAIL);
  // When invitations become required, an unfinished request to join can no longer be completed.
  await setSettings(realm, {});
  assert.deepEqual(await findByKey(realm, await loadKey(realm, EMAIL)), { state: "revoked" });
});

test("several users can join with the same link, and each gets the role that the link offers", async () => {
  const realm = await createTestOrganization();
  const { iago, desdemona } = realm;
  const news = await iago.createChannel("news");
  const link = await createInviteLink(iago, { invite_as: 600, stream_ids: [news] });
  assert.deepEqual(await findByKey(realm, link), {
    state: "usable",
    isLink: true,
    email: null,
    organization: "Shakespeare",
    inviter: "Iago",
    role: 600,
  });
  for (const email of [EMAIL, "osric@example.com"]) {
    await requestToJoin(realm, email, link);
    const [toIago] = await watchEvents([iago], () => loadKey(realm, email).then((key) => joinWithKey(realm, key)));
    const kinds = toIago?.map(({ type }) => type) ?? [];
    assert.ok(kinds.includes("realm_user"));
    assert.ok(!kinds.includes("message"), "the creator of a link is not notified of each new user");
  }
  const { members } = await desdemona.callOrThrow("GET", "/users");
  const guests = (members as { role: number; delivery_email: string }[]).filter(({ role }) => isGuest(role));
  assert.deepEqual(
    guests.map(({ delivery_email: email }) => email).filter((email) => email.endsWith("example.com")),
    [EMAIL, "osric@example.com"],
  );
  const accepted = (await loadAuditActs(realm)).filter(({ act }) => act === "invitation.accepted");
  assert.equal(accepted.length, 2);
});

test("a confirmation email is valid for a day, even if the link expires earlier", async () => {
  const realm = await createTestOrganization();
  const link = await createInviteLink(realm.iago, { invite_expires_in_minutes: 60 });
  await requestToJoin(realm, EMAIL, link);
  const key = await loadKey(realm, EMAIL);
  clock.shiftWallClock(hours(2));
  assert.equal(await refusal(realm, "osric@example.com", link), "expired");
  assert.equal((await findByKey(realm, key)).state, "usable");
  clock.shiftWallClock(days(1));
  assert.deepEqual(await findByKey(realm, key), { state: "expired" });
});

test("invalid and disallowed addresses, and keys that belong to no link, are rejected", async () => {
  const realm = await createTestOrganization();
  const link = await createInviteLink(realm.iago);
  assert.equal(await refusal(realm, "yorick", link), "Enter a valid email address.");
  assert.equal(await refusal(realm, "welcome-bot@parlance.invalid", link), "Enter a valid email address.");
  assert.equal(await refusal(realm, "x@mailinator.com", link), "Please use your real email address.");
  assert.equal(await refusal(realm, EMAIL, "nonsense"), "unknown");
  await requestToJoin(realm, EMAIL, link);
  assert.equal(await refusal(realm, "osric@example.com", await loadKey(realm, EMAIL)), "unknown", "no link's key");
});

test("only an email reveals that an address already has an account", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, cordelia, bot } = realm;
  const link = await createInviteLink(iago);
  await iago.callOrThrow("DELETE", `/users/${cordelia.id}`);
  for (const { email } of [hamlet, cordelia, bot]) await requestToJoin(realm, email.toUpperCase(), link);
  const kinds = async (email: string) => (await loadEmailsTo(realm, email.toUpperCase())).map(({ kind }) => kind);
  assert.deepEqual(await kinds(hamlet.email), ["account_exists"]);
  assert.deepEqual(await kinds(cordelia.email), ["account_deactivated"]);
  assert.deepEqual(await kinds(bot.email), []);
  await assert.rejects(loadKey(realm, hamlet.email.toUpperCase()));
});

test("the number of emails that strangers can cause to be sent to an address is limited", async () => {
  const realm = await createTestOrganization();
  const link = await createInviteLink(realm.iago);
  for (let count = 0; count < 3; count += 1) await requestToJoin(realm, EMAIL, link);
  assert.equal(await refusal(realm, EMAIL.toUpperCase(), link), "API usage exceeded rate limit");
  assert.equal(await refusal(realm, "osric@example.com", link), undefined);
  clock.shiftWallClock(hours(1));
  assert.equal(await refusal(realm, EMAIL, link), undefined);
  assert.equal((await loadEmailsTo(realm, EMAIL)).length, 4);
});
