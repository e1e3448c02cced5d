import assert from "node:assert/strict";
import { test } from "node:test";
import { isAtLeast, roles, type Role } from "@parlance/contract/entities/roles.ts";
import {
  createTestOrganization,
  type Parameters,
  type TestUser,
  testServer,
  type TestOrganization,
} from "@parlance/testkit";
import { createGroup, systemGroup } from "#modules/groups/core/fixtures/groups.ts";
import { sendInvites, joinWithKey, loadKey, loadOpenInvitations } from "./fixtures/invitations.ts";

await testServer();

let count = 0;

/**
 * Sends an invitation, or creates a link, with this offer. Returns the code and text of the error, or undefined on
 * success.
 */
async function refusal(person: TestUser, offer: Parameters, path = "/invites"): Promise<string | undefined> {
  count += 1;
  const to = path === "/invites" ? { invitee_emails: `guest${count}@example.com` } : {};
  const { result, code, msg } = await person.call("POST", path, { stream_ids: [], ...to, ...offer });
  return result === "success" ? undefined : `${code} ${msg}`;
}

const permits = ({ desdemona }: TestOrganization, setting: string, group: number | object) =>
  desdemona.callOrThrow("PATCH", "/realm", { [setting]: { new: group } });

const INSUFFICIENT = "BAD_REQUEST Insufficient permission";
const LINKS = "/invites/multiuse";

test("by default members can send invitations and administrators can create links, and the organization can change both", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, polonius, bot } = realm;
  for (const person of [desdemona, iago, shiva, hamlet]) assert.equal(await refusal(person, {}), undefined);
  for (const path of ["/invites", LINKS]) {
    assert.equal(await refusal(polonius, {}, path), "BAD_REQUEST Not allowed for guest users");
    assert.equal(await refusal(bot, {}, path), "BAD_REQUEST This endpoint does not accept bot requests.");
  }
  for (const person of [desdemona, iago]) assert.equal(await refusal(person, {}, LINKS), undefined);
  for (const person of [shiva, hamlet]) assert.equal(await refusal(person, {}, LINKS), INSUFFICIENT);

  const chosen = { direct_members: [hamlet.id, polonius.id], direct_subgroups: [] };
  await permits(realm, "can_invite_users_group", chosen);
  await permits(realm, "create_multiuse_invite_group", chosen);
  for (const path of ["/invites", LINKS]) {
    assert.equal(await refusal(hamlet, {}, path), undefined);
    // Guests are rejected even if they are in a group that has the permission.
    assert.equal(await refusal(polonius, {}, path), "BAD_REQUEST Not allowed for guest users");
    for (const person of [desdemona, iago, shiva]) assert.equal(await refusal(person, {}, path), INSUFFICIENT);
  }
});

test("users cannot invite to a role above their own", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet } = realm;
  await permits(realm, "create_multiuse_invite_group", await systemGroup(realm, "members"));
  const needed: Readonly<Partial<Record<Role, string>>> = {
    [roles.owner]: "UNAUTHORIZED_PRINCIPAL Must be an organization owner",
    [roles.administrator]: "UNAUTHORIZED_PRINCIPAL Must be an organization administrator",
    [roles.moderator]: "UNAUTHORIZED_PRINCIPAL Must be an organization moderator",
  };
  for (const [person, own] of [
    [desdemona, roles.owner],
    [iago, roles.administrator],
    [shiva, roles.moderator],
    [hamlet, roles.member],
  ] as const)
    for (const role of Object.values(roles))
      for (const path of ["/invites", LINKS]) {
        const expected = isAtLeast(own, role) ? undefined : needed[role];
        assert.equal(await refusal(person, { invite_as: role }, path), expected, `${own} invites ${role}`);
      }
});

test("errors are reported in this order: missing permission, role, missing addresses, offer", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const offer = { invitee_emails: "", invite_as: 100, stream_ids: [999], group_ids: [999] };
  assert.equal(await refusal(hamlet, offer), "UNAUTHORIZED_PRINCIPAL Must be an organization owner");
  assert.equal(
    await refusal(hamlet, { ...offer, invite_as: 400 }),
    "BAD_REQUEST You must specify at least one email address.",
  );
  const unauthorized = { ...offer, invite_as: 400, invitee_emails: "nonsense" };
  assert.equal(await refusal(hamlet, unauthorized), "BAD_REQUEST Invalid channel ID 999. No invites were sent.");
  assert.equal(await refusal(hamlet, { ...unauthorized, stream_ids: [] }), "BAD_REQUEST Invalid user group");
  await permits(realm, "can_invite_users_group", await systemGroup(realm, "administrators"));
  assert.equal(await refusal(hamlet, offer), INSUFFICIENT);
});

test("offered channels must be active channels that the referrer can read", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const own = await hamlet.createChannel("own", [hamlet], { invite_only: true });
  const theirs = await iago.createChannel("theirs", [iago], { invite_only: true });
  const gone = await iago.createChannel("gone", [iago]);
  await iago.callOrThrow("DELETE", `/streams/${gone}`);
  const elsewhere = await (await createTestOrganization()).iago.createChannel("elsewhere");
  for (const path of ["/invites", LINKS]) {
    const person = path === LINKS ? iago : hamlet;
    const hidden = path === LINKS ? own : theirs;
    for (const id of [hidden, gone, elsewhere, 0, -1, 2 ** 40])
      assert.equal(
        await refusal(person, { stream_ids: [id] }, path),
        `BAD_REQUEST Invalid channel ID ${id}. No invites were sent.`,
      );
  }
  assert.equal(await refusal(hamlet, { stream_ids: [own, own] }), undefined);
});

test("without the organization's permission to subscribe others, a referrer can offer only channels that the referrer administers, default channels together with these, or all default channels as a set", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet } = realm;
  const general = await iago.createChannel("general", [iago], { is_default_stream: true });
  const news = await iago.createChannel("news");
  const own = await hamlet.createChannel("own");
  await permits(realm, "can_add_subscribers_group", await systemGroup(realm, "administrators"));
  const refused = "BAD_REQUEST You do not have permission to subscribe other users to channels.";
  for (const channels of [[news], [general], [own, news]])
    assert.equal(await refusal(hamlet, { stream_ids: channels }), refused, JSON.stringify(channels));
  // Hamlet administers the channel that he created.
  for (const channels of [[], [own], [own, general]])
    assert.equal(await refusal(hamlet, { stream_ids: channels, include_realm_default_subscriptions: true }), undefined);
  assert.equal(await refusal(iago, { stream_ids: [news, general, own] }), undefined);
});

test("a referrer with the channel's own permission to subscribe others can offer the channel", async () => {
  const realm = await createTestOrganization();
  const { iago, othello } = realm;
  const chosen = { direct_members: [othello.id], direct_subgroups: [] };
  const open = await iago.createChannel("open", [iago], { can_add_subscribers_group: chosen });
  await permits(realm, "can_add_subscribers_group", await systemGroup(realm, "administrators"));
  assert.equal(await refusal(othello, { stream_ids: [open] }), undefined);
});

test("users can offer groups that they can add members to", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, othello } = realm;
  const own = await createGroup(hamlet, "players");
  const open = await createGroup(iago, "open", [], {
    can_add_members_group: { direct_members: [hamlet.id], direct_subgroups: [] },
  });
  const theirs = await createGroup(iago, "theirs");
  const gone = await createGroup(hamlet, "gone");
  await hamlet.callOrThrow("POST", `/user_groups/${gone}/deactivate`);
  assert.equal(await refusal(hamlet, { group_ids: [own, open, own] }), undefined);
  assert.equal(await refusal(hamlet, { group_ids: [own, theirs] }), INSUFFICIENT);
  assert.equal(await refusal(othello, { group_ids: [own] }), INSUFFICIENT);
  // By default, owners may change the members of all groups.
  assert.equal(await refusal(desdemona, { group_ids: [own, theirs] }), undefined);
  assert.equal(await refusal(desdemona, { group_ids: [await systemGroup(realm, "members")] }), INSUFFICIENT);
  assert.equal(await refusal(hamlet, { group_ids: [gone] }), "BAD_REQUEST User group is deactivated.");
  const elsewhere = await createTestOrganization();
  for (const id of [999_999, 2 ** 40, await createGroup(elsewhere.hamlet, "elsewhere")])
    assert.equal(await refusal(hamlet, { group_ids: [id] }), "BAD_REQUEST Invalid user group");
  assert.equal(await refusal(desdemona, { group_ids: [theirs] }, LINKS), undefined);
});

test("only administrators can set the welcome message of new users; if other users set it, it is ignored", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  const offer = { welcome_message_custom_text: "Come to **my** play" };
  const greeted = async (person: TestUser, email: string, more: Parameters = offer) => {
    assert.equal((await sendInvites(person, email, more)).result, "success");
    const newcomer = await joinWithKey(realm, await loadKey(realm, email), { fullName: email.split("@")[0] ?? "" });
    const { messages } = await newcomer.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: "is", operand: "dm" }],
      apply_markdown: false,
    });
    return (messages as { content: string }[]).slice(1).map(({ content }) => content.split("\n\n")[1]);
  };
  assert.deepEqual(await greeted(iago, "a1@example.com"), ["Come to **my** play"]);
  assert.deepEqual(await greeted(hamlet, "b1@example.com"), []);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { welcome_message_custom_text: "All are welcome" });
  assert.deepEqual(await greeted(hamlet, "c1@example.com"), ["All are welcome"]);
  assert.deepEqual(await greeted(iago, "d1@example.com", {}), ["All are welcome"]);
  assert.deepEqual(await greeted(iago, "e1@example.com", { welcome_message_custom_text: "null" }), ["All are welcome"]);
  assert.deepEqual(await greeted(iago, "f1@example.com", { welcome_message_custom_text: "" }), []);
  assert.deepEqual(await loadOpenInvitations(iago), []);
});
