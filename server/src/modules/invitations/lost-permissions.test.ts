import assert from "node:assert/strict";
import { test } from "node:test";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import {
  createTestOrganization,
  type Parameters,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { createGroup } from "#modules/groups/core/fixtures/groups.ts";
import {
  loadAuditActs,
  requestToJoin,
  sendInvites,
  joinWithKey,
  loadKey,
  loadEmailsTo,
  createInviteLink,
  loadOpenInvitations,
} from "./fixtures/invitations.ts";

await testServer();

const permits = ({ desdemona }: TestOrganization, setting: string, people: readonly TestUser[]) =>
  desdemona.callOrThrow("PATCH", "/realm", {
    [setting]: { new: { direct_members: people.map(({ id }) => id), direct_subgroups: [] } },
  });

const becomes = ({ desdemona }: TestOrganization, { id }: TestUser, role: Role) =>
  desdemona.callOrThrow("PATCH", `/users/${id}`, { role });

const ROLES = Object.values(roles);

/**
 * Returns the roles of the invite links that a user can see, separately for links whose URL is shown to the user and
 * links whose URL is hidden.
 */
async function linksShownTo(person: TestUser): Promise<{ shown: number[]; hidden: number[] }> {
  const links = (await loadOpenInvitations(person)).filter(({ is_multiuse }) => is_multiuse);
  const of = (isShown: boolean) =>
    links.filter(({ link_url }) => (link_url !== undefined) === isShown).map(({ invited_as }) => invited_as);
  return { shown: of(true), hidden: of(false) };
}

test("the URL of a link is hidden from users with a lower role than the link grants", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  for (const invite_as of ROLES) await createInviteLink(desdemona, { invite_as });
  assert.deepEqual(await linksShownTo(desdemona), { shown: ROLES, hidden: [] });
  assert.deepEqual(await linksShownTo(iago), { shown: [200, 300, 400, 600], hidden: [100] });
});

test("the URL of a link is hidden from its creator as soon as the creator may no longer create such a link", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet } = realm;
  await becomes(realm, iago, 100);
  for (const invite_as of ROLES) await createInviteLink(iago, { invite_as });
  await becomes(realm, iago, 200);
  assert.deepEqual(await linksShownTo(iago), { shown: [200, 300, 400, 600], hidden: [100] });

  await permits(realm, "create_multiuse_invite_group", [hamlet]);
  await createInviteLink(hamlet);
  assert.deepEqual(await linksShownTo(hamlet), { shown: [400], hidden: [] });
  assert.deepEqual((await linksShownTo(iago)).shown, [], "administrators who make no links");
  await permits(realm, "create_multiuse_invite_group", [iago]);
  assert.deepEqual(await linksShownTo(hamlet), { shown: [], hidden: [400] });
  const [own = assert.fail()] = await loadOpenInvitations(hamlet);
  await hamlet.callOrThrow("DELETE", `/invites/multiuse/${own.id}`);
});

test("neither events nor the audit log contain the keys of invitations and links", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  const keys: string[] = [];
  const received = await watchEvents([desdemona, iago], async () => {
    keys.push(await createInviteLink(desdemona, { invite_as: 100 }));
    await sendInvites(desdemona, "claudius@example.com", { invite_as: 100 });
    keys.push(await loadKey(realm, "claudius@example.com"));
    for (const { id, is_multiuse } of await loadOpenInvitations(desdemona)) {
      if (!is_multiuse) await desdemona.callOrThrow("POST", `/invites/${id}/resend`);
      await desdemona.callOrThrow("DELETE", is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`);
    }
  });
  const [, toIago = []] = received;
  assert.equal(toIago.filter(({ type }) => type === "invites_changed").length, 5);
  const acts = await loadAuditActs(realm);
  assert.equal(acts.length, 5);
  const { result: _, ...log } = await iago.callOrThrow("GET", "/audit_log");
  for (const key of keys) assert.doesNotMatch(JSON.stringify([received, acts, log]), new RegExp(key));
});

test("an invitation can be resent only by users who could send it now", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet } = realm;
  await becomes(realm, iago, 100);
  await sendInvites(iago, "claudius@example.com", { invite_as: 100 });
  await sendInvites(hamlet, "yorick@example.com");
  const [ofOwner = assert.fail(), ofMember = assert.fail()] = await loadOpenInvitations(desdemona);
  const resend = async (person: TestUser, { id }: { id: number }) => {
    const { code, msg } = await person.post(`/invites/${id}/resend`);
    return `${code} ${msg}`;
  };
  await becomes(realm, iago, 200);
  assert.equal(await resend(iago, ofOwner), "UNAUTHORIZED_PRINCIPAL Must be an organization owner");
  await permits(realm, "can_invite_users_group", [desdemona]);
  for (const person of [iago, hamlet])
    assert.equal(await resend(person, ofMember), "BAD_REQUEST Insufficient permission");
  for (const email of ["claudius@example.com", "yorick@example.com"])
    assert.equal((await loadEmailsTo(realm, email)).length, 1);
  for (const one of [ofOwner, ofMember]) await desdemona.callOrThrow("POST", `/invites/${one.id}/resend`);
  // Users can revoke their own invitations without a permission.
  await iago.callOrThrow("DELETE", `/invites/${ofOwner.id}`);
  await hamlet.callOrThrow("DELETE", `/invites/${ofMember.id}`);
});

for (const kind of ["letter", "link"] as const) {
  const accepts = async (
    realm: TestOrganization,
    inviter: TestUser,
    offer: Parameters,
    before: () => Promise<unknown>,
  ) => {
    const email = `yorick-by-${kind}@example.com`;
    if (kind === "letter") await sendInvites(inviter, email, offer);
    else await requestToJoin(realm, email, await createInviteLink(inviter, offer));
    await before();
    const newcomer = await joinWithKey(realm, await loadKey(realm, email));
    const { state } = await newcomer.registerQueue();
    return { newcomer, channels: state["subscriptions"].map(({ name }: { name: string }) => name).toSorted() };
  };

  test(`an invitation by ${kind === "letter" ? "email" : kind} does not subscribe to a channel that the inviter was removed from`, async () => {
    const realm = await createTestOrganization();
    const { desdemona, hamlet } = realm;
    await permits(realm, "create_multiuse_invite_group", [hamlet]);
    const both = [desdemona, hamlet];
    const secret = await desdemona.createChannel("secret", both, { invite_only: true });
    const preserved = await desdemona.createChannel("kept", both, { invite_only: true });
    const { channels } = await accepts(realm, hamlet, { stream_ids: [secret, preserved] }, () =>
      desdemona.callOrThrow("DELETE", "/users/me/subscriptions", {
        subscriptions: ["secret"],
        principals: [hamlet.id],
      }),
    );
    assert.deepEqual(channels, ["kept"]);
  });

  test(`an invitation by ${kind === "letter" ? "email" : kind} does not add the new user to channels and groups to which the inviter may no longer add users`, async () => {
    const realm = await createTestOrganization();
    const { desdemona, hamlet } = realm;
    await permits(realm, "create_multiuse_invite_group", [hamlet]);
    const open = await desdemona.createChannel("open", [desdemona, hamlet]);
    const byHamlet = { direct_members: [hamlet.id], direct_subgroups: [] };
    const lost = await createGroup(desdemona, "lost", [], { can_add_members_group: byHamlet });
    const preserved = await createGroup(desdemona, "kept", [], { can_add_members_group: byHamlet });
    const offer = { stream_ids: [open], group_ids: [lost, preserved] };
    const { channels, newcomer } = await accepts(realm, hamlet, offer, async () => {
      await permits(realm, "can_add_subscribers_group", [desdemona]);
      const emptyGroup = { direct_members: [], direct_subgroups: [] };
      await desdemona.callOrThrow("PATCH", `/user_groups/${lost}`, { can_add_members_group: { new: emptyGroup } });
    });
    assert.deepEqual(channels, []);
    const isIn = async (group: number) =>
      (await desdemona.callOrThrow("GET", `/user_groups/${group}/members/${newcomer.id}`))["is_user_group_member"];
    assert.deepEqual([await isIn(lost), await isIn(preserved)], [false, true]);
  });
}
