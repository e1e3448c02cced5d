import { appFlowIn } from "#modules/sign-in/credentials/app-flow.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page.ts";
import { wishesOf } from "../start-provider-login.ts";
import { letIn } from "../complete-provider-login.ts";
import { noSuchProvider, problemPage } from "../provider-error-pages.ts";
import { proxyDoorOf } from "../login-providers.ts";

/** The address that the proxy has to protect. */
const PROTECTED_PATH = "/accounts/login/sso";

/** Where a login by the proxy begins. */
export const proxyStart: Route = {
  path: "/accounts/login/start/sso",
  async get(visit) {
    if (!proxyDoorOf(visit)) return noSuchProvider();
    // What is no pad is refused before anybody signs in.
    appFlowIn(visit.query, visit);
    return { to: `${PROTECTED_PATH}/${visit.queryText === "" ? "" : `?${visit.queryText}`}` };
  },
};

/** Where the proxy says who somebody is. */
export const proxyArrival: Route = { path: PROTECTED_PATH, get: open, post: arrive, hasEffects: true };

async function open(visit: Visit): Promise<Page | Redirect> {
  const door = proxyDoorOf(visit);
  if (visit.isStartedHere || !door) return arrive(visit);
  const flow = appFlowIn(visit.query, visit);
  try {
    const { fullName, subject } = door.identify(visit.brought);
    const action = `${PROTECTED_PATH}/?${visit.queryText}`;
    return continueAsPage(visit, { action, name: fullName || subject, leadsTo: flow });
  } catch (error) {
    return problemPage(visit, door, error);
  }
}

async function arrive(visit: Visit): Promise<Page | Redirect> {
  const door = proxyDoorOf(visit);
  if (!door) return noSuchProvider();
  visit.flow = appFlowIn(visit.query, visit);
  try {
    return await letIn(visit, door, door.identify(visit.brought), wishesOf(visit));
  } catch (error) {
    return problemPage(visit, door, error);
  }
}
