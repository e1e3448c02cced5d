import { recognize } from "#auth/external/actions/recognize.ts";
import type { Identity } from "#auth/external/identity.ts";
import type { Voucher } from "#auth/external/identity-provider.ts";
import { needsSecondFactor } from "#auth/two-factor/queries.ts";
import { finishSignIn } from "../finish-sign-in.ts";
import { codePage } from "../login-code.ts";
import type { Page, Redirect, Visit } from "../page.ts";
import { welcomeNewcomer } from "./admit.ts";
import type { Wishes } from "./departed.ts";
import { refusedIdentity } from "./problems.ts";
import { refreshAccount } from "./refresh.ts";

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
    const known = { userId: recognition.userId, method: provider.method, through };
    if (!provider.doesSecondFactor && (await needsSecondFactor(tx, known.userId)))
      return { kind: "half", known } as const;
    const outcome = await finishSignIn(tx, visit, { ...known, next: wishes.next });
    return { kind: "in", known, outcome } as const;
  });
  if (recognized.kind === "half" || recognized.kind === "in") {
    await refreshAccount(visit, provider, identity, recognized.known.userId);
    return recognized.kind === "in" ? recognized.outcome : codePage(visit, recognized.known, wishes);
  }
  if (recognized.kind === "newcomer") {
    return welcomeNewcomer(visit, provider, { ...identity, email: recognized.email, identity }, wishes);
  }
  return refusedIdentity(recognized.kind, provider);
}
