import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { type TestOrganization, watchEvents } from "@parlance/testkit";
import { type ShownPage, Visitor } from "../fixtures/visitor.ts";
import {
  storeRealmSettings,
  signedInAs,
  signIn,
  startServerWithProviders,
  verifiedClaims,
} from "./fixtures/provider-test-setup.ts";

const { provider, realm: newStage } = await startServerWithProviders({
  groups_claim: "groups",
  admits: [
    { domains: ["staff.example.com"], role: roles.member, user_groups: ["staff"] },
    { groups: ["visitors"], role: roles.guest, user_groups: [] },
  ],
});

type Claims = Readonly<Record<string, unknown>>;
const path = "/accounts/register/social/oidc/acme";
const callBack = (visitor: Visitor, claims: Claims, query = ""): Promise<ShownPage> =>
  signIn(visitor, provider, { path, claims: { groups: [], ...claims }, query });

async function joins(visitor: Visitor, claims: Claims, query = ""): Promise<ShownPage> {
  const { headers, text } = await callBack(visitor, claims, query);
  const form = headers.location ?? assert.fail(text);
  await visitor.open(form);
  return visitor.send(form, { full_name: "Horatio" });
}

async function roleOf({ iago }: TestOrganization, email: string): Promise<unknown> {
  return ((await iago.get(`/users/${email}`))["user"] as Claims | undefined)?.["role"];
}

test("in an organization that users can join freely, a user joins through a provider without a password, and can log in later", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { invite_required: false });
  const email = `horatio@${realm.host}`;
  await watchEvents([realm.hamlet], async () => void (await joins(new Visitor(realm), verifiedClaims({ email }))));
  const visitor = new Visitor(realm);
  await callBack(visitor, verifiedClaims({ email: "changed@example.org" }, `subject of ${email}`));
  assert.equal(await signedInAs(visitor), "Horatio");
});

test("in an organization that requires an invitation, a user without one cannot join", async () => {
  const realm = await newStage();
  const shown = await callBack(new Visitor(realm), verifiedClaims({ email: "stranger@example.org" }));
  assert.equal(shown.status, 403);
  assert.match(shown.text, /you need an invitation to join/);
});

test("a user whose address the provider has not verified cannot join", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { invite_required: false });
  const claims = { ...verifiedClaims({ email: "stranger@example.org" }), email_verified: false };
  assert.equal((await callBack(new Visitor(realm), claims)).status, 403);
});

test("a user who was invited by email joins through the provider with the role of the invitation", async () => {
  const realm = await newStage();
  const email = `horatio@${realm.host}`;
  await realm.iago.callOrThrow("POST", "/invites", {
    invitee_emails: email,
    stream_ids: [],
    invite_as: roles.moderator,
  });
  await joins(new Visitor(realm), verifiedClaims({ email }));
  assert.equal(await roleOf(realm, email), roles.moderator);
});

test("a reusable invitation link lets a user join through a provider with the invitation's role", async () => {
  const realm = await newStage();
  const link = await realm.iago.callOrThrow("POST", "/invites/multiuse", { stream_ids: [], invite_as: roles.guest });
  const key = /\/join\/([a-z2-7]+)\//.exec(link["invite_link"])?.[1] ?? assert.fail();
  const visitor = new Visitor(realm);
  const { html } = await visitor.open(`/join/${key}/`);
  const button = `${path}?multiuse_object_key=${key}`;
  assert.ok(html.includes(button), html);
  const email = `horatio@${realm.host}`;
  await joins(visitor, verifiedClaims({ email }), `?multiuse_object_key=${key}`);
  assert.equal(await roleOf(realm, email), roles.guest);
});

test("the configured rules let users join by their email domain or their groups at the provider, with the role and the groups of the rule", async () => {
  const realm = await newStage();
  await realm.desdemona.callOrThrow("POST", "/user_groups/create", { name: "staff", description: "", members: [] });
  await joins(new Visitor(realm), verifiedClaims({ email: `a-${realm.realmId}@staff.example.com` }));
  assert.equal(await roleOf(realm, `a-${realm.realmId}@staff.example.com`), roles.member);
  const groups = (await realm.iago.get("/user_groups"))["user_groups"] as { name: string; members: number[] }[];
  assert.equal(groups.find(({ name }) => name === "staff")?.members.length, 1);

  const visitor = new Visitor(realm);
  const email = `visitor@${realm.host}`;
  const form = (await callBack(visitor, { ...verifiedClaims({ email }), groups: ["visitors"] })).headers.location ?? "";
  await visitor.open(form);
  await visitor.send(form, { full_name: "A visitor" });
  assert.equal(await roleOf(realm, email), roles.guest);
});

test("the organization's restrictions of email addresses apply to users who join through a provider", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { emails_restricted_to_domains: true });
  const shown = await callBack(new Visitor(realm), verifiedClaims({ email: "a@staff.example.com" }));
  assert.equal(shown.status, 403);
  assert.match(shown.text, /not allowed in this organization/);
});

test("the form for joining requires a password in any other browser than the one in which the provider verified the user", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { invite_required: false });
  const form =
    (await callBack(new Visitor(realm), verifiedClaims({ email: `horatio@${realm.host}` }))).headers.location ?? "";
  const other = new Visitor(realm);
  const page = await other.open(form);
  assert.match(page.html, /type="password"/);
  assert.equal((await other.send(form, { full_name: "Thief" })).status, 400);
});

test("a form that is submitted twice creates one account", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { invite_required: false });
  const visitor = new Visitor(realm);
  const form = (await callBack(visitor, verifiedClaims({ email: `horatio@${realm.host}` }))).headers.location ?? "";
  await visitor.open(form);
  const twice = [visitor.send(form, { full_name: "Horatio" }), visitor.send(form, { full_name: "Horatio" })];
  const joined = (await Promise.all(twice)).filter(({ status }) => status === 303);
  assert.equal(joined.length, 1);
});

test("if password login is disabled, an invitation leads to the providers instead of asking for a password", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { authentication_methods: { Email: false }, invite_required: false });
  const form =
    (await callBack(new Visitor(realm), verifiedClaims({ email: `horatio@${realm.host}` }))).headers.location ?? "";
  const page = await new Visitor(realm).open(form);
  assert.doesNotMatch(page.html, /type="password"/);
  assert.match(page.text, /Continue with Acme/);
});
