import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  minutes,
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import {
  loadAuditActs,
  requestToJoin,
  findByKey,
  sendInvites,
  joinWithKey,
  loadKey,
  loadEmailsTo,
  createInviteLink,
  loadOpenInvitations,
} from "./fixtures/invitations.ts";

await testServer();

const typesOf = (received: readonly { type: string }[][]) => received.map((events) => events.map(({ type }) => type));

async function invited(person: TestUser, email: string, more = {}): Promise<number> {
  assert.equal((await sendInvites(person, email, more)).result, "success");
  const found = (await loadOpenInvitations(person)).find((one) => one.email === email);
  return found?.id ?? assert.fail(email);
}

async function linkOf(person: TestUser, more = {}): Promise<{ id: number; key: string }> {
  const key = await createInviteLink(person, more);
  const found = (await loadOpenInvitations(person)).find((one) => one.link_url?.includes(key));
  return { id: found?.id ?? assert.fail(key), key };
}

const letsMembersMakeLinks = ({ desdemona, hamlet, othello }: TestOrganization) =>
  desdemona.callOrThrow("PATCH", "/realm", {
    create_multiuse_invite_group: { new: { direct_members: [hamlet.id, othello.id], direct_subgroups: [] } },
  });

test("users see their own invitations, administrators see all, and emailed invitations are listed before links", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, desdemona, shiva, polonius, bot, host } = realm;
  await letsMembersMakeLinks(realm);
  assert.deepEqual(await loadOpenInvitations(hamlet), []);
  const link = await linkOf(hamlet, { invite_as: 600, invite_expires_in_minutes: null });
  const first = await invited(hamlet, "yorick@example.com", { notify_referrer_on_join: false });
  const second = await invited(othello, "osric@example.com");

  const own = await loadOpenInvitations(hamlet);
  const [invitation] = own;
  const now = Math.floor(clock.now().getTime() / 1000);
  assert.ok(invitation && Math.abs(invitation.invited - now) <= 5);
  assert.deepEqual(own, [
    {
      id: first,
      invited_by_user_id: hamlet.id,
      invited: invitation.invited,
      expiry_date: invitation.invited + 14_400 * 60,
      invited_as: 400,
      is_multiuse: false,
      email: "yorick@example.com",
      notify_referrer_on_join: false,
    },
    {
      id: link.id,
      invited_by_user_id: hamlet.id,
      invited: own[1]?.invited,
      expiry_date: null,
      invited_as: 600,
      is_multiuse: true,
      notify_referrer_on_join: false,
      link_url: `http://${host}/join/${link.key}/`,
    },
  ]);
  for (const admin of [iago, desdemona])
    assert.deepEqual(
      (await loadOpenInvitations(admin)).map(({ id }) => id),
      [first, second, link.id],
    );
  assert.deepEqual(await loadOpenInvitations(shiva), []);
  assert.equal((await polonius.get("/invites")).msg, "Not allowed for guest users");
  assert.equal((await bot.get("/invites")).msg, "This endpoint does not accept bot requests.");
});

test("used, revoked and expired invitations and unconfirmed requests to join are not listed", async () => {
  const realm = await createTestOrganization();
  const { iago } = realm;
  await invited(iago, "used@example.com");
  await joinWithKey(realm, await loadKey(realm, "used@example.com"));
  await iago.callOrThrow("DELETE", `/invites/${await invited(iago, "revoked@example.com")}`);
  await invited(iago, "expired@example.com", { invite_expires_in_minutes: 5 });
  const { key, id } = await linkOf(iago);
  await requestToJoin(realm, "asked@example.com", key);
  clock.shiftWallClock(minutes(5));
  assert.deepEqual(
    (await loadOpenInvitations(iago)).map((one) => one.id),
    [id],
  );
});

test("if a link is created, its creator and administrators receive an event, and the audit log records the link", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, desdemona } = realm;
  await letsMembersMakeLinks(realm);
  const received = await watchEvents([hamlet, iago, desdemona, othello], () => createInviteLink(hamlet));
  assert.deepEqual(typesOf(received), [["invites_changed"], ["invites_changed"], ["invites_changed"], []]);
  const [{ id } = assert.fail()] = await loadOpenInvitations(hamlet);
  const act = { act: "invitation.link_created", actor_id: hamlet.id, target_id: id, before: null };
  assert.deepEqual(await loadAuditActs(realm), [{ ...act, after: { invited_as: 400 } }]);
});

test("creating a link again with the same idempotency key returns the same link", async () => {
  const { iago } = await createTestOrganization();
  const createLink = () => iago.call("POST", "/invites/multiuse", { invite_as: 600 }, { "idempotency-key": "one" });
  const links = (await Promise.all([createLink(), createLink(), createLink()])).map(
    (answer) => answer["invite_link"] as string,
  );
  assert.equal(new Set(links).size, 1);
  assert.equal((await loadOpenInvitations(iago)).length, 1);
});

for (const kind of ["letter", "link"] as const) {
  const path = kind === "letter" ? "/invites" : "/invites/multiuse";
  const make = async (realm: TestOrganization, person: TestUser, more = {}) => {
    if (kind === "link") return linkOf(person, more);
    const email = `${person.id}@example.com`;
    return { id: await invited(person, email, more), key: await loadKey(realm, email) };
  };

  test(`a revoked invitation by ${kind === "letter" ? "email" : kind} is invalid, and administrators and the inviter receive an event`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello, iago } = realm;
    await letsMembersMakeLinks(realm);
    const { id, key } = await make(realm, hamlet);
    const received = await watchEvents([hamlet, iago, othello], () => hamlet.callOrThrow("DELETE", `${path}/${id}`));
    assert.deepEqual(typesOf(received), [["invites_changed"], ["invites_changed"], []]);
    assert.deepEqual(await findByKey(realm, key), { state: "revoked" });
    assert.deepEqual(await loadOpenInvitations(iago), []);
    const acts = await loadAuditActs(realm);
    const email = kind === "letter" ? { email: `${hamlet.id}@example.com` } : {};
    const before = { ...email, invited_as: 400 };
    assert.deepEqual(acts[1], { act: "invitation.revoked", actor_id: hamlet.id, target_id: id, before, after: null });

    const again = await hamlet.delete(`${path}/${id}`);
    const expected = kind === "letter" ? "No such invitation" : "Invitation has already been revoked";
    assert.deepEqual([again.status, again.code, again.msg], [400, "BAD_REQUEST", expected]);
  });

  test(`an invitation by ${kind === "letter" ? "email" : kind} can be revoked by the inviter and administrators, one for owners only by owners`, async () => {
    const realm = await createTestOrganization();
    const { desdemona, iago, shiva, hamlet, othello, polonius, bot } = realm;
    await letsMembersMakeLinks(realm);
    const { id } = await make(realm, hamlet);
    const none = "No such invitation";
    for (const person of [othello, shiva]) assert.equal((await person.delete(`${path}/${id}`)).msg, none);
    assert.equal((await polonius.delete(`${path}/${id}`)).msg, "Not allowed for guest users");
    assert.equal((await bot.delete(`${path}/${id}`)).msg, "This endpoint does not accept bot requests.");
    const outsider = (await createTestOrganization()).desdemona;
    assert.equal((await outsider.delete(`${path}/${id}`)).msg, none);
    await iago.callOrThrow("DELETE", `${path}/${id}`);

    await desdemona.callOrThrow("PATCH", "/realm", {
      create_multiuse_invite_group: { new: { direct_members: [desdemona.id, hamlet.id], direct_subgroups: [] } },
    });
    const ofOwner = (await make(realm, desdemona, { invite_as: 100 })).id;
    const { code, msg } = await iago.delete(`${path}/${ofOwner}`);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
    await desdemona.callOrThrow("DELETE", `${path}/${ofOwner}`);
    assert.equal((await desdemona.delete(`${path}/999999`)).msg, none);
  });
}

test("the id of an emailed invitation is rejected where a link is expected, and the other way round", async () => {
  const { iago } = await createTestOrganization();
  const invitation = await invited(iago, "yorick@example.com");
  const { id: link } = await linkOf(iago);
  for (const [method, path] of [
    ["DELETE", `/invites/${link}`],
    ["DELETE", `/invites/multiuse/${invitation}`],
    ["POST", `/invites/${link}/resend`],
  ] as const)
    assert.equal((await iago.call(method, path)).msg, "No such invitation");
  assert.equal((await loadOpenInvitations(iago)).length, 2);
});

test("revoking a link also revokes the unconfirmed requests to join through it", async () => {
  const realm = await createTestOrganization();
  const { id, key } = await linkOf(realm.iago);
  await requestToJoin(realm, "yorick@example.com", key);
  const own = await loadKey(realm, "yorick@example.com");
  assert.equal((await findByKey(realm, own)).state, "usable");
  await realm.iago.callOrThrow("DELETE", `/invites/multiuse/${id}`);
  assert.deepEqual(await findByKey(realm, own), { state: "revoked" });
  // An invitation that results from a request to join is visible to no user of the organization.
  const row = await realm.server.db.reader
    .selectFrom("invitation")
    .select("id")
    .where("key", "=", own)
    .executeTakeFirstOrThrow();
  for (const path of [`/invites/${row.id}`, `/invites/multiuse/${row.id}`] as const)
    assert.equal((await realm.desdemona.delete(path)).msg, "No such invitation");
});

test("a resent invitation has the same key and expiry, and an updated sending time", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, othello } = realm;
  const id = await invited(hamlet, "yorick@example.com");
  const [before = assert.fail()] = await loadOpenInvitations(hamlet);
  clock.shiftWallClock(days(1));
  const received = await watchEvents([hamlet, iago, othello], () => iago.callOrThrow("POST", `/invites/${id}/resend`));
  assert.deepEqual(typesOf(received), [["invites_changed"], ["invites_changed"], []]);
  const [after = assert.fail()] = await loadOpenInvitations(hamlet);
  assert.deepEqual({ ...after, invited: before.invited }, before);
  assert.ok(after.invited - before.invited >= 86_400 && after.invited - before.invited < 86_410);
  const [first, second] = await loadEmailsTo(realm, "yorick@example.com");
  // The email names the original inviter, not the user who resends it.
  assert.deepEqual(second, first);
  assert.deepEqual((await loadAuditActs(realm))[1], {
    act: "invitation.resent",
    actor_id: iago.id,
    target_id: id,
    before: null,
    after: { email: "yorick@example.com" },
  });
});

test("only the inviter and administrators can resend an invitation, and only while it can be used", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, othello, polonius, bot } = realm;
  const resend = async (person: TestUser, id: number) => (await person.post(`/invites/${id}/resend`)).msg;
  const id = await invited(hamlet, "yorick@example.com");
  assert.equal(await resend(othello, id), "No such invitation");
  assert.equal(await resend(polonius, id), "Not allowed for guest users");
  assert.equal(await resend(bot, id), "This endpoint does not accept bot requests.");
  assert.equal(await resend(hamlet, id), "");
  assert.equal(await resend(iago, id), "");
  const ofOwner = await invited(desdemona, "claudius@example.com", { invite_as: 100 });
  assert.equal(await resend(iago, ofOwner), "Must be an organization owner");
  assert.equal(await resend(desdemona, ofOwner), "");

  await joinWithKey(realm, await loadKey(realm, "yorick@example.com"));
  assert.equal(await resend(hamlet, id), "No such invitation");
  const short = await invited(hamlet, "short@example.com", { invite_expires_in_minutes: 10 });
  clock.shiftWallClock(minutes(10));
  assert.equal(await resend(hamlet, short), "No such invitation");
  assert.equal(await resend(hamlet, 999_999), "No such invitation");
  assert.equal((await loadEmailsTo(realm, "short@example.com")).length, 1);
});
