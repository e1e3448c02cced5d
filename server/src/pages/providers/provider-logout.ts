import { logoutPath } from "#modules/sign-in/providers/provider-paths.ts";
import type { Page, Redirect, Route, Visit } from "../http/page.ts";
import { noSuchProvider, problemPage } from "./provider-error-pages.ts";
import { vouchersOf } from "./login-providers.ts";

const KINDS = ["oidc", "proxy"] as const;

/** Where somebody goes on who has signed out here, to sign out at the place as well that said who they are. */
export const departuresForGood: readonly Route[] = KINDS.map((kind) => ({
  path: logoutPath({ kind, name: ":name" }),
  get: (visit) => depart(visit, kind),
}));

async function depart(visit: Visit, kind: (typeof KINDS)[number]): Promise<Page | Redirect> {
  const place = vouchersOf(visit).find((one) => one.kind === kind && one.name === visit.path["name"]);
  if (!place) return noSuchProvider();
  try {
    const to = await place.signOutAddress(visit.realm.url);
    return to === null ? noSuchProvider() : { to };
  } catch (error) {
    return problemPage(visit, place, error);
  }
}
