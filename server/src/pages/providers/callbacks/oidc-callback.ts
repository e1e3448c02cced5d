import { callbackPath } from "#modules/sign-in/providers/provider-paths.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page.ts";
import { providerOf } from "../start-provider-login.ts";
import { letIn } from "../complete-provider-login.ts";
import { noSuchLogin, noSuchProvider, problemPage } from "../provider-error-pages.ts";
import { takeDeparture } from "../../external/take-departure.ts";

/** Where a provider of OpenID Connect sends browsers back to. */
export const oidcArrival: Route = {
  path: callbackPath({ kind: "oidc", name: ":name" }),
  get: arrive,
  hasEffects: true,
};

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
