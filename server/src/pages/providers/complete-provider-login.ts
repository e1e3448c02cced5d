import { resolveIdentity } from "#modules/sign-in/providers/actions/resolve-identity.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import type { LoginProvider } from "#modules/sign-in/providers/login-provider.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import type { Page, Redirect, Visit } from "../http/page-types.ts";
import { startProviderSignUp } from "./start-provider-sign-up.ts";
import type { LoginTarget } from "./pending-login.ts";
import { identityRefusedPage } from "./provider-error-pages.ts";

import { findAdmissionRule } from "#modules/sign-in/core/identities/find-admission-rule.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { syncGroups } from "#modules/identity-sync/ldap/actions/sync-groups.ts";
import { syncName } from "#modules/identity-sync/ldap/actions/sync-name.ts";
import { syncRole } from "#modules/identity-sync/ldap/actions/sync-role.ts";

/**
 * Updates the properties of an account that the configuration takes from the provider at each login. A property that
 * cannot be updated, such as a name that is already in use, is logged and does not prevent the login.
 */
async function refreshAccount(visit: Visit, provider: LoginProvider, identity: Identity, userId: number) {
  const { services, realm, now } = visit;
  const current = { ...identity, email: identity.isVerified ? identity.email : null };
  const change = { provider, identity: current, realmId: realm.id, userId, now };
  for (const refresh of refreshesOf(provider)) {
    try {
      await services.db.write((tx) => refresh(tx, change));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      services.log.warn(
        { err: error, provider: provider.name, user: userId },
        "could not update an account from its identity provider",
      );
    }
  }
}

interface Change {
  readonly provider: LoginProvider;
  readonly identity: Identity;
  readonly realmId: number;
  readonly userId: number;
  readonly now: Date;
}

const refreshes = { full_name: refreshName, role: refreshRole, user_groups: refreshGroups } as const;

const refreshesOf = ({ refreshes: wanted }: LoginProvider) => wanted.map((one) => refreshes[one]);

async function refreshName(tx: Tx, { identity, realmId, userId, now }: Change): Promise<void> {
  if (identity.fullName !== "") await syncName(tx, { realmId, userId, fullName: identity.fullName, now });
}

async function refreshRole(tx: Tx, { provider, identity, realmId, userId, now }: Change): Promise<void> {
  const rule = findAdmissionRule(provider.admissions, identity);
  if (rule) await syncRole(tx, { realmId, userId, role: rule.role, now });
}

/**
 * Updates the user's membership in the groups that the configured rules mention: the user becomes a member of the
 * groups of the matching rule, and is removed from the rest. Groups without a rule are unchanged.
 */
async function refreshGroups(tx: Tx, { provider, identity, realmId, userId, now }: Change): Promise<void> {
  const wanted = new Set(findAdmissionRule(provider.admissions, identity)?.user_groups);
  const decided = new Set(provider.admissions.flatMap(({ user_groups: names }) => names));
  await syncGroups(tx, { realmId, userId, wanted, decided, now });
}

/**
 * Completes a login with an identity that a provider has asserted: logs in to the account, starts joining, or shows why
 * the identity is rejected.
 */
export async function completeProviderLogin(
  visit: Visit,
  provider: LoginProvider,
  identity: Identity,
  target: LoginTarget,
): Promise<Page | Redirect> {
  const { services, realm, now } = visit;
  const through = provider.displayName;
  const recognized = await services.db.write(async (tx) => {
    const recognition = await resolveIdentity(tx, { realm, identity, now });
    if (recognition.kind !== "account") return recognition;
    const { userId } = recognition;
    const secondFactor = provider.doesSecondFactor ? "provider" : null;
    const known = { userId, method: provider.method, through, secondFactor } as const;
    return { kind: "in", userId, outcome: await finishSignIn(tx, visit, { ...known, next: target.next }) } as const;
  });
  if (recognized.kind === "in") {
    await refreshAccount(visit, provider, identity, recognized.userId);
    return recognized.outcome;
  }
  if (recognized.kind === "newcomer") {
    return startProviderSignUp(visit, provider, { ...identity, email: recognized.email, identity }, target);
  }
  return identityRefusedPage(recognized.kind, provider);
}
