import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Account, TestOrganization } from "@parlance/testkit";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";
import { Visitor } from "../fixtures/visitor.ts";
import type { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import {
  storeRealmSettings,
  signedInAs,
  signIn,
  startServerWithProviders,
  verifiedClaims,
} from "./fixtures/provider-test-setup.ts";

const { provider, second, realm: newStage } = await startServerWithProviders();
const elsewhere = await startServerWithProviders({ trusts_addresses: true });
const OTHER = "/accounts/login/social/oidc/other";
const NEW = "newcomer@example.org";

type Claims = Readonly<Record<string, unknown>>;

/** A login attempt: the provider, and the claims that it asserts. */
interface LoginAttempt {
  readonly by?: ScriptedProvider;
  readonly claims: Claims;
}

interface Case {
  /** Steps before the login attempt. */
  readonly before?: (realm: TestOrganization) => Promise<unknown>;
  readonly comes: (realm: TestOrganization) => LoginAttempt;
  /**
   * The user who is logged in afterwards; null if the login is rejected and nothing changes; `joins` if the page for
   * joining is shown.
   */
  readonly outcome: "King Hamlet" | "Othello" | "Polonius" | "Desdemona" | "joins" | null;
  /** Whether the server's configuration trusts all email addresses of the provider. */
  readonly trusting?: boolean;
}

const plain = ({ email }: Pick<Account, "email">, more: Claims = {}): Claims => ({
  sub: `subject of ${email}`,
  email,
  ...more,
});
const hamlet = (realm: TestOrganization): LoginAttempt => ({ claims: verifiedClaims(realm.hamlet) });
const came =
  (attempt: (realm: TestOrganization) => LoginAttempt) =>
  (realm: TestOrganization): Promise<unknown> =>
    logIn(realm, attempt(realm));
const deactivate = (realm: TestOrganization) => realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
const open = (realm: TestOrganization) => storeRealmSettings(realm, { invite_required: false });
const move = (to: string) => (realm: TestOrganization) =>
  realm.server.db.write((tx) => storeAccount(tx, realm.hamlet.id, { delivery_email: to }));

async function inOrder(
  realm: TestOrganization,
  ...steps: readonly ((realm: TestOrganization) => Promise<unknown>)[]
): Promise<void> {
  for (const step of steps) await step(realm);
}

const cases: Readonly<Record<string, Case>> = {
  "a verified address of a member": { comes: hamlet, outcome: "King Hamlet" },
  "a verified address of a guest": {
    comes: ({ polonius }) => ({ claims: verifiedClaims(polonius) }),
    outcome: "Polonius",
  },
  "a verified address of an owner": {
    comes: ({ desdemona }) => ({ claims: verifiedClaims(desdemona) }),
    outcome: "Desdemona",
  },
  "a verified address in capital letters": {
    comes: ({ hamlet: { email } }) => ({ claims: verifiedClaims({ email: email.toUpperCase() }) }),
    outcome: "King Hamlet",
  },
  "a verified address surrounded by spaces": {
    comes: ({ hamlet: { email } }) => ({ claims: verifiedClaims({ email: ` ${email} ` }) }),
    outcome: "King Hamlet",
  },
  "an unverified address": {
    comes: (realm) => ({ claims: { ...verifiedClaims(realm.hamlet), email_verified: false } }),
    outcome: null,
  },
  "an address without a verification status": { comes: (realm) => ({ claims: plain(realm.hamlet) }), outcome: null },
  "an address whose verification status is a string": {
    comes: (realm) => ({ claims: plain(realm.hamlet, { email_verified: "true" }) }),
    outcome: null,
  },
  "an address whose verification status is a number": {
    comes: (realm) => ({ claims: plain(realm.hamlet, { email_verified: 1 }) }),
    outcome: null,
  },
  "an address without a verification status, from a trusted provider": {
    trusting: true,
    comes: (realm) => ({ claims: plain(realm.hamlet) }),
    outcome: "King Hamlet",
  },
  "no address": { comes: () => ({ claims: { sub: "nobody", email_verified: true } }), outcome: null },
  "an empty address": { comes: () => ({ claims: verifiedClaims({ email: "" }) }), outcome: null },
  "an invalid address": {
    before: open,
    comes: () => ({ claims: verifiedClaims({ email: "hamlet" }) }),
    outcome: null,
  },
  "an address that is a list": {
    comes: (realm) => ({ claims: { sub: "list", email: [realm.hamlet.email], email_verified: true } }),
    outcome: null,
  },
  "an address with a null byte": {
    comes: ({ hamlet: { email } }) => ({ claims: verifiedClaims({ email: `${email}\0` }, "hamlet") }),
    outcome: null,
  },
  "a subject with a null byte": {
    comes: (realm) => ({ claims: verifiedClaims(realm.hamlet, "a\0b") }),
    outcome: null,
  },
  "a full name with a null byte, of an invited user": {
    before: ({ iago }) =>
      iago.callOrThrow("POST", "/invites", { invitee_emails: NEW, stream_ids: [], invite_as: roles.member }),
    comes: () => ({ claims: { ...verifiedClaims({ email: NEW }), name: "a\0b" } }),
    outcome: "joins",
  },
  "the address of a deactivated account": { before: deactivate, comes: hamlet, outcome: null },
  "the address of a deactivated account, in an open organization": {
    before: (realm) => inOrder(realm, deactivate, open),
    comes: hamlet,
    outcome: null,
  },
  "the address of a bot": { comes: ({ bot }) => ({ claims: verifiedClaims(bot) }), outcome: null },
  "the address of a bot, in an open organization": {
    before: open,
    comes: ({ bot }) => ({ claims: verifiedClaims(bot) }),
    outcome: null,
  },
  "the placeholder address of an account, in an open organization": {
    before: open,
    comes: (realm) => ({ claims: verifiedClaims({ email: `user${realm.hamlet.id}@${realm.host}` }) }),
    outcome: "joins",
  },
  "a linked identity": { before: came(hamlet), comes: hamlet, outcome: "King Hamlet" },
  "a linked identity whose address is no longer verified": {
    before: came(hamlet),
    comes: (realm) => ({ claims: { ...verifiedClaims(realm.hamlet), email_verified: false } }),
    outcome: "King Hamlet",
  },
  "a linked identity without an address": {
    before: came(hamlet),
    comes: ({ hamlet: { email } }) => ({ claims: { sub: `subject of ${email}` } }),
    outcome: "King Hamlet",
  },
  "a linked identity with another address": {
    before: came(hamlet),
    comes: ({ hamlet: { email } }) => ({ claims: verifiedClaims({ email: NEW }, `subject of ${email}`) }),
    outcome: "King Hamlet",
  },
  "a linked identity with the address of another user": {
    before: came(hamlet),
    comes: (realm) => ({ claims: verifiedClaims(realm.othello, `subject of ${realm.hamlet.email}`) }),
    outcome: "King Hamlet",
  },
  "a linked identity of an account whose address has changed": {
    before: (realm) => inOrder(realm, came(hamlet), move(NEW)),
    comes: hamlet,
    outcome: "King Hamlet",
  },
  "a linked identity of a deactivated account": {
    before: (realm) => inOrder(realm, came(hamlet), deactivate),
    comes: hamlet,
    outcome: null,
  },
  "a linked identity of a deactivated account, with the address of an active account": {
    before: (realm) => inOrder(realm, came(hamlet), deactivate),
    comes: (realm) => ({ claims: verifiedClaims(realm.othello, `subject of ${realm.hamlet.email}`) }),
    outcome: null,
  },
  "a linked identity of a reactivated account": {
    before: (realm) =>
      inOrder(realm, came(hamlet), deactivate, () =>
        realm.iago.callOrThrow("POST", `/users/${realm.hamlet.id}/reactivate`),
      ),
    comes: hamlet,
    outcome: "King Hamlet",
  },
  "another identity with the address of a linked account": {
    before: came(hamlet),
    comes: (realm) => ({ claims: verifiedClaims(realm.hamlet, "somebody else") }),
    outcome: null,
  },
  "another identity with the former address of a linked account": {
    before: (realm) => inOrder(realm, came(hamlet), move(NEW)),
    comes: (realm) => ({ claims: verifiedClaims(realm.hamlet, "somebody else") }),
    outcome: null,
  },
  "another identity with the new address of a linked account": {
    before: (realm) => inOrder(realm, came(hamlet), move(NEW)),
    comes: () => ({ claims: verifiedClaims({ email: NEW }, "somebody else") }),
    outcome: null,
  },
  "the same subject at another provider, without an address": {
    before: came(hamlet),
    comes: ({ hamlet: { email } }) => ({ by: second, claims: { sub: `subject of ${email}` } }),
    outcome: null,
  },
  "the same address at another provider": {
    before: came(hamlet),
    comes: (realm) => ({ by: second, claims: verifiedClaims(realm.hamlet, "another name") }),
    outcome: "King Hamlet",
  },
  "the same address at another provider, unverified": {
    before: came(hamlet),
    comes: (realm) => ({ by: second, claims: plain(realm.hamlet) }),
    outcome: null,
  },
  "the same subject at two providers, with the addresses of two users": {
    before: came((realm) => ({ claims: verifiedClaims(realm.hamlet, "one") })),
    comes: (realm) => ({ by: second, claims: verifiedClaims(realm.othello, "one") }),
    outcome: "Othello",
  },
  "a new user, in an organization that requires invitations": {
    comes: () => ({ claims: verifiedClaims({ email: NEW }) }),
    outcome: null,
  },
  "a new user, in an open organization": {
    before: open,
    comes: () => ({ claims: verifiedClaims({ email: NEW }) }),
    outcome: "joins",
  },
  "a new user with an unverified address, in an open organization": {
    before: open,
    comes: () => ({ claims: { ...verifiedClaims({ email: NEW }), email_verified: false } }),
    outcome: null,
  },
  "an invited user": {
    before: ({ iago }) =>
      iago.callOrThrow("POST", "/invites", { invitee_emails: NEW, stream_ids: [], invite_as: roles.member }),
    comes: () => ({ claims: verifiedClaims({ email: NEW }) }),
    outcome: "joins",
  },
  "an invited user with an unverified address": {
    before: ({ iago }) =>
      iago.callOrThrow("POST", "/invites", { invitee_emails: NEW, stream_ids: [], invite_as: roles.member }),
    comes: () => ({ claims: { ...verifiedClaims({ email: NEW }), email_verified: false } }),
    outcome: null,
  },
  "a user of another organization": {
    comes: () => ({ claims: verifiedClaims({ email: "hamlet@another.parlance.test" }) }),
    outcome: null,
  },
};

function logIn(realm: TestOrganization, { by, claims }: LoginAttempt, visitor = new Visitor(realm)) {
  const own = realm.server === elsewhere.server ? elsewhere.provider : provider;
  return signIn(visitor, by ?? own, { claims, ...(by === second ? { path: OTHER } : {}) });
}

for (const [what, { before, comes, outcome, trusting = false }] of Object.entries(cases)) {
  const described =
    outcome === null ? "is rejected" : outcome === "joins" ? "leads to the page for joining" : `logs in ${outcome}`;
  test(`${what}: ${described}`, async () => {
    const realm = await (trusting ? elsewhere.realm : newStage)();
    await before?.(realm);
    const links = await linksOf(realm);
    const visitor = new Visitor(realm);
    const { status, headers } = await logIn(realm, comes(realm), visitor);
    const isJoining = headers.location?.startsWith("/accounts/do_confirm/") ?? false;
    assert.equal(isJoining, outcome === "joins");
    assert.equal(await signedInAs(visitor), outcome === "joins" ? null : outcome);
    if (outcome !== null) return;
    assert.equal(status, 403);
    assert.deepEqual(await linksOf(realm), links);
  });
}

/** Returns the stored links between accounts and identities. */
async function linksOf({ server, realmId }: TestOrganization): Promise<readonly object[]> {
  return server.db.reader
    .selectFrom("external_identity")
    .select(["issuer", "subject", "user_id"])
    .where("realm_id", "=", realmId)
    .orderBy("subject")
    .execute();
}
