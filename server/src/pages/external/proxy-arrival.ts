import { appFlowIn } from "#auth/one-time-pad.ts";
import { nextPage } from "../next-page.ts";
import type { Page, Redirect, Route, Visit } from "../page.ts";
import { letIn } from "./let-in.ts";
import { noSuchProvider, problemPage } from "./problems.ts";
import { proxyDoorOf } from "./vouchers.ts";

/** The address that the proxy has to protect. */
const PROTECTED_PATH = "/accounts/login/sso";

/** Where a login by the proxy begins. */
export const proxyStart: Route = {
  path: "/accounts/login/start/sso",
  async get(visit) {
    if (!proxyDoorOf(visit)) return noSuchProvider();
    // What is no pad is refused before anybody signs in.
    appFlowIn(visit.query);
    return { to: `${PROTECTED_PATH}/${visit.queryText === "" ? "" : `?${visit.queryText}`}` };
  },
};

/** Where the proxy says who somebody is. */
export const proxyArrival: Route = { path: PROTECTED_PATH, get: arrive };

async function arrive(visit: Visit): Promise<Page | Redirect> {
  const { query, realm } = visit;
  const door = proxyDoorOf(visit);
  if (!door) return noSuchProvider();
  visit.flow = appFlowIn(query);
  try {
    const wishes = { next: nextPage(realm, query["next"]), linkKey: query["multiuse_object_key"] ?? null };
    return await letIn(visit, door, door.identify(visit.brought), wishes);
  } catch (error) {
    return problemPage(visit, door, error);
  }
}
