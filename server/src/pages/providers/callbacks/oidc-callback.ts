import { callbackPath } from "#modules/sign-in/providers/provider-paths.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page-types.ts";
import { findProvider } from "../start-provider-login.ts";
import { completeProviderLogin } from "../complete-provider-login.ts";
import { noSuchLoginPage, noSuchProviderPage, problemPage } from "../provider-error-pages.ts";
import { consumePendingLogin } from "../pending-login.ts";

/** Route to which OpenID Connect providers redirect the browser after a login. */
export const oidcCallback: Route = {
  path: callbackPath({ kind: "oidc", name: ":name" }),
  get: handleCallback,
  hasEffects: true,
};

async function handleCallback(visit: Visit): Promise<Page | Redirect> {
  const { realm, query, queryText } = visit;
  const provider = findProvider(visit, "oidc");
  if (!provider) return noSuchProviderPage();
  const state = query["state"] ?? "";
  const pendingLogin = await consumePendingLogin(visit, state);
  if (pendingLogin?.provider !== provider.name) return noSuchLoginPage();
  try {
    const { kept: providerState } = pendingLogin;
    const { identity } = await provider.completeLogin({
      realmUrl: realm.url,
      response: queryText,
      state,
      providerState,
    });
    return await completeProviderLogin(visit, provider, identity, pendingLogin);
  } catch (error) {
    return problemPage(visit, provider, error);
  }
}
