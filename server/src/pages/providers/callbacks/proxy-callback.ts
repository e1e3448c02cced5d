import { parseAppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page-types.ts";
import { parseLoginTarget } from "../start-provider-login.ts";
import { completeProviderLogin } from "../complete-provider-login.ts";
import { noSuchProviderPage, problemPage } from "../provider-error-pages.ts";
import { findProxyProvider } from "../login-providers.ts";

/** Path that the proxy has to protect. */
const PROTECTED_PATH = "/accounts/login/sso";

/** Starts a login through the proxy by redirecting to the path that the proxy protects. */
export const proxyStart: Route = {
  path: "/accounts/login/start/sso",
  async get(visit) {
    if (!findProxyProvider(visit)) return noSuchProviderPage();
    // An invalid one-time pad is rejected before the login.
    parseAppFlow(visit.query, visit);
    return { to: `${PROTECTED_PATH}/${visit.queryText === "" ? "" : `?${visit.queryText}`}` };
  },
};

/** Callback at the protected path. The proxy adds a header with the user's name to each request. */
export const proxyCallback: Route = { path: PROTECTED_PATH, get: open, post: completeLogin, hasEffects: true };

async function open(visit: Visit): Promise<Page | Redirect> {
  const proxy = findProxyProvider(visit);
  if (visit.isUserInitiated || !proxy) return completeLogin(visit);
  const flow = parseAppFlow(visit.query, visit);
  try {
    const { fullName, subject } = proxy.identify(visit.proxiedRequest);
    const action = `${PROTECTED_PATH}/?${visit.queryText}`;
    return continueAsPage(visit, { action, name: fullName || subject, leadsTo: flow });
  } catch (error) {
    return problemPage(visit, proxy, error);
  }
}

async function completeLogin(visit: Visit): Promise<Page | Redirect> {
  const proxy = findProxyProvider(visit);
  if (!proxy) return noSuchProviderPage();
  visit.flow = parseAppFlow(visit.query, visit);
  try {
    return await completeProviderLogin(visit, proxy, proxy.identify(visit.proxiedRequest), parseLoginTarget(visit));
  } catch (error) {
    return problemPage(visit, proxy, error);
  }
}
