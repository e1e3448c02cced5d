import { recognize } from "#modules/sign-in/providers/actions/resolve-identity.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import type { Voucher } from "#modules/sign-in/providers/login-provider.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import type { Page, Redirect, Visit } from "../http/page.ts";
import { welcomeNewcomer } from "./start-provider-sign-up.ts";
import type { Wishes } from "./pending-login.ts";
import { refusedIdentity } from "./provider-error-pages.ts";
import { refreshAccount } from "../external/refresh.ts";

/** Goes on with an identity that a provider has told: into the account, to the page for newcomers, or nowhere. */
export async function letIn(
  visit: Visit,
  provider: Voucher,
  identity: Identity,
  wishes: Wishes,
): Promise<Page | Redirect> {
  const { services, realm, now } = visit;
  const through = provider.displayName;
  const recognized = await services.db.write(async (tx) => {
    const recognition = await recognize(tx, { realm, identity, now });
    if (recognition.kind !== "account") return recognition;
    const { userId } = recognition;
    const secondFactor = provider.doesSecondFactor ? "provider" : null;
    const known = { userId, method: provider.method, through, secondFactor } as const;
    return { kind: "in", userId, outcome: await finishSignIn(tx, visit, { ...known, next: wishes.next }) } as const;
  });
  if (recognized.kind === "in") {
    await refreshAccount(visit, provider, identity, recognized.userId);
    return recognized.outcome;
  }
  if (recognized.kind === "newcomer") {
    return welcomeNewcomer(visit, provider, { ...identity, email: recognized.email, identity }, wishes);
  }
  return refusedIdentity(recognized.kind, provider);
}
