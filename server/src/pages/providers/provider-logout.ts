import { logoutPath } from "#modules/sign-in/providers/provider-paths.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { noSuchProviderPage, problemPage } from "./provider-error-pages.ts";
import { enabledLoginProviders } from "./login-providers.ts";

const KINDS = ["oidc", "proxy"] as const;

/** Redirects a user who has logged out here to the logout page of the provider that the user logged in with. */
export const providerLogoutRoutes: readonly Route[] = KINDS.map((kind) => ({
  path: logoutPath({ kind, name: ":name" }),
  get: (visit) => redirectToLogout(visit, kind),
}));

async function redirectToLogout(visit: Visit, kind: (typeof KINDS)[number]): Promise<Page | Redirect> {
  const place = enabledLoginProviders(visit).find((one) => one.kind === kind && one.name === visit.path["name"]);
  if (!place) return noSuchProviderPage();
  try {
    const to = await place.logoutUrl(visit.realm.url);
    return to === null ? noSuchProviderPage() : { to };
  } catch (error) {
    return problemPage(visit, place, error);
  }
}
