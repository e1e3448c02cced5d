import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, startServer, type TestOrganization, watchEvents } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { signedInAs, signIn, startServerWithProviders, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const rules = {
  groups_claim: "groups",
  admits: [
    { groups: ["teachers"], role: roles.moderator, user_groups: ["staff", "teaching"] },
    { groups: ["pupils"], role: roles.guest, user_groups: ["class"] },
  ],
};
const { provider, realm: newStage } = await startServerWithProviders({
  ...rules,
  refreshes: ["full_name", "role", "user_groups"],
});

type Claims = Readonly<Record<string, unknown>>;

const comes = (realm: TestOrganization, claims: Claims, who = realm.hamlet, by = provider) =>
  signIn(new Visitor(realm), by, { claims: { ...verifiedClaims(who), groups: [], ...claims } });

async function factsOf({ iago }: TestOrganization, id: number): Promise<Claims> {
  return (await iago.get(`/users/${id}`))["user"];
}

async function groupsOf({ iago }: TestOrganization, id: number): Promise<string[]> {
  const { user_groups: groups } = await iago.callOrThrow("GET", "/user_groups");
  return groups.filter((group) => !group.is_system_group && group.members.includes(id)).map(({ name }) => name);
}

async function withGroups(...names: readonly string[]): Promise<TestOrganization> {
  const realm = await newStage();
  for (const name of names) {
    await realm.desdemona.callOrThrow("POST", "/user_groups/create", { name, description: "", members: [] });
  }
  return realm;
}

test("each login updates the user's name, role and groups from the provider, and clients are notified", async () => {
  const realm = await withGroups("staff", "teaching", "class");
  const { hamlet, othello } = realm;
  await watchEvents([hamlet, othello], () => comes(realm, { name: "Prince Hamlet", groups: ["teachers"] }));
  const { full_name, role } = await factsOf(realm, hamlet.id);
  assert.deepEqual([full_name, role], ["Prince Hamlet", roles.moderator]);
  assert.deepEqual(await groupsOf(realm, hamlet.id), ["staff", "teaching"]);

  await watchEvents([hamlet, othello], () => comes(realm, { name: "Prince Hamlet", groups: ["pupils"] }));
  assert.equal((await factsOf(realm, hamlet.id))["role"], roles.guest);
  assert.deepEqual(await groupsOf(realm, hamlet.id), ["class"]);
});

test("if no rule matches, the role stays, and the user is removed from the groups that rules mention", async () => {
  const realm = await withGroups("staff", "teaching", "friends");
  const { hamlet, desdemona } = realm;
  const { user_groups: groups } = await desdemona.callOrThrow("GET", "/user_groups");
  const friends = groups.find(({ name }) => name === "friends")?.id ?? 0;
  await desdemona.callOrThrow("POST", `/user_groups/${friends}/members`, { add: [hamlet.id] });
  await comes(realm, { groups: ["teachers"] });
  await comes(realm, { groups: ["strangers"] });
  assert.equal((await factsOf(realm, hamlet.id))["role"], roles.moderator);
  assert.deepEqual(await groupsOf(realm, hamlet.id), ["friends"]);
});

test("the audit log records updates from a provider without an acting user", async () => {
  const realm = await newStage();
  await comes(realm, { name: "Prince Hamlet", groups: ["teachers"] });
  const { entries } = await realm.iago.callOrThrow("GET", "/audit_log", { limit: 2 });
  assert.deepEqual(
    entries.map(({ act, actor_id }) => [act, actor_id]),
    [
      ["user.role_changed", null],
      ["user.renamed", null],
    ],
  );
});

test("a provider cannot demote an owner", async () => {
  const realm = await newStage();
  await realm.desdemona.callOrThrow("PATCH", `/users/${realm.iago.id}`, { role: roles.owner });
  await comes(realm, { groups: ["pupils"] }, realm.desdemona);
  assert.equal((await factsOf(realm, realm.desdemona.id))["role"], roles.owner);
});

test("if the provider's name is invalid or already in use, the name stays and the login succeeds", async () => {
  const realm = await newStage();
  await realm.desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  const { full_name: usedName } = await factsOf(realm, realm.othello.id);
  for (const name of ["*", "", usedName]) {
    const visitor = new Visitor(realm);
    await signIn(visitor, provider, { claims: { ...verifiedClaims(realm.hamlet), groups: ["teachers"], name } });
    assert.equal(await signedInAs(visitor), "King Hamlet");
  }
  assert.equal((await factsOf(realm, realm.hamlet.id))["role"], roles.moderator);
});

test("without the `refreshes` setting, nothing is updated after joining", async () => {
  const identityProviders = { openIdConnect: [provider.settings(rules)], saml: [] };
  const realm = await createTestOrganization(await startServer({ trustedProxies: 1, identityProviders }));
  await comes(realm, { name: "Prince Hamlet", groups: ["teachers"] });
  const { full_name, role } = await factsOf(realm, realm.hamlet.id);
  assert.deepEqual([full_name, role], ["King Hamlet", roles.member]);
});

test("an unverified address does not match a rule about its domain", async () => {
  const byDomain = { admits: [{ domains: ["castle.example"], role: roles.administrator, user_groups: [] }] };
  const openIdConnect = [provider.settings({ ...byDomain, refreshes: ["role"] })];
  const realm = await createTestOrganization(
    await startServer({ trustedProxies: 1, identityProviders: { openIdConnect, saml: [] } }),
  );
  await comes(realm, {});
  const email = "hamlet@castle.example";
  const subject = `subject of ${realm.hamlet.email}`;
  await comes(realm, { ...verifiedClaims({ email }, subject), email_verified: false });
  assert.equal((await factsOf(realm, realm.hamlet.id))["role"], roles.member);
  await comes(realm, verifiedClaims({ email }, subject));
  assert.equal((await factsOf(realm, realm.hamlet.id))["role"], roles.administrator);
});
