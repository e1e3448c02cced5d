import { randomBytes } from "node:crypto";
import { loginPath, registerPath } from "#modules/sign-in/providers/provider-paths.ts";
import type { IdentityProvider } from "#modules/sign-in/providers/login-provider.ts";
import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { enabledProviders } from "#modules/sign-in/providers/configured-providers.ts";
import { parseAppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { confirmSignInPage } from "../sign-in/confirm-sign-in-page.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import { parseNextPath } from "../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import type { LoginTarget } from "./pending-login.ts";
import { noSuchProviderPage, problemPage } from "./provider-error-pages.ts";

/** Maximum duration of a login at a provider, in seconds. */
const LOGIN_SECONDS = 900;
const STATE_BYTES = 32;

type Kind = IdentityProvider["kind"];

/** Routes that start logging in or joining with a provider. */
export const providerLoginRoutes = (kind: Kind): readonly Route[] =>
  [loginPath, registerPath].map((pathOf) => ({
    path: pathOf({ kind, name: ":name" }),
    get: (visit) => startLogin(visit, kind, pathOf),
    hasEffects: true,
  }));

/** Returns the provider with that name, if this organization uses it. */
export function findProvider({ services, realm, path }: Visit, kind: Kind): IdentityProvider | undefined {
  return enabledProviders(services.providers, realm).find((one) => one.kind === kind && one.name === path["name"]);
}

async function startLogin(visit: Visit, kind: Kind, pathOf: typeof loginPath): Promise<Page | Redirect> {
  const { services, realm, query, browser, now } = visit;
  const provider = findProvider(visit, kind);
  if (!provider) return noSuchProviderPage();
  const flow = parseAppFlow(query, visit);
  if (!visit.isUserInitiated) return confirmProvider(visit, provider, pathOf(provider));
  visit.flow = flow;
  const state = randomBytes(STATE_BYTES).toString("base64url");
  try {
    const { url, providerState } = await provider.startLogin(realm.url, state);
    const data = { kept: providerState, provider: provider.name, ...parseLoginTarget(visit) };
    const step = { kind: "departed", realmId: realm.id, token: state, browser, seconds: LOGIN_SECONDS } as const;
    await services.db.write((tx) => createLoginStep(tx, { ...step, data, now }));
    return { to: url };
  } catch (error) {
    return problemPage(visit, provider, error);
  }
}

const confirmProvider = (visit: Visit, { displayName }: IdentityProvider, path: string): Page =>
  confirmSignInPage(visit, {
    path,
    text: `You are about to log in with ${displayName}.`,
    button: `Continue with ${displayName}`,
  });

/** Parses the page that the visitor wants to open after the login, and the key of the reusable invitation link. */
export const parseLoginTarget = ({ realm, query }: Visit): LoginTarget => {
  const { next, multiuse_object_key: key } = query;
  return { next: parseNextPath(realm, next), linkKey: key === undefined ? null : linkKeyParam({ path: { key } }) };
};
