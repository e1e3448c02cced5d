import { callbackPath } from "#auth/external/addresses.ts";
import { takeStep } from "#auth/external/actions/take-step.ts";
import { recognize } from "#auth/external/actions/recognize.ts";
import type { Identity } from "#auth/external/identity.ts";
import type { IdentityProvider } from "#auth/external/identity-provider.ts";
import { finishSignIn } from "../finish-sign-in.ts";
import type { Page, Redirect, Route, Visit } from "../page.ts";
import { welcomeNewcomer } from "./admit.ts";
import { Departed, type Wishes } from "./departed.ts";
import { providerOf } from "./depart.ts";
import { noSuchLogin, noSuchProvider, problemPage, refusedIdentity } from "./problems.ts";

/** Where a provider of OpenID Connect sends browsers back to. */
export const oidcArrival: Route = { path: callbackPath({ kind: "oidc", name: ":name" }), get: arrive };

async function arrive(visit: Visit): Promise<Page | Redirect> {
  const { realm, query, queryText } = visit;
  const provider = providerOf(visit, "oidc");
  if (!provider) return noSuchProvider();
  const state = query["state"] ?? "";
  const departed = await takeDeparture(visit, state);
  if (departed?.provider !== provider.name) return noSuchLogin();
  try {
    const { kept } = departed;
    const { identity } = await provider.arrive({ realmUrl: realm.url, answer: queryText, state, kept });
    return await letIn(visit, provider, identity, departed);
  } catch (error) {
    return problemPage(visit, provider, error);
  }
}

async function takeDeparture({ services, realm, browser, now }: Visit, token: string) {
  const step = { kind: "departed", realmId: realm.id, token, browser, now } as const;
  const data = await services.db.write((tx) => takeStep(tx, step));
  return data === null ? null : Departed.parse(data);
}

/** Goes on with an identity that a provider has told: into the account, to the page for newcomers, or nowhere. */
async function letIn(
  visit: Visit,
  provider: IdentityProvider,
  identity: Identity,
  wishes: Wishes,
): Promise<Page | Redirect> {
  const { services, realm, now } = visit;
  const through = provider.displayName;
  const recognized = await services.db.write(async (tx) => {
    const recognition = await recognize(tx, { realm, identity, now });
    if (recognition.kind !== "account") return recognition;
    return finishSignIn(tx, visit, { userId: recognition.userId, next: wishes.next, through });
  });
  if (!("kind" in recognized)) return recognized;
  if (recognized.kind === "newcomer") {
    return welcomeNewcomer(visit, provider, { ...identity, email: recognized.email }, wishes);
  }
  return refusedIdentity(recognized.kind, provider);
}
