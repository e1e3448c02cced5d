import { accountByToken, BY_TOKEN, tokenErrors } from "#auth/external/token-logins.ts";
import { TOKEN_METHOD } from "#auth/external/tokens.ts";
import { appFlowIn } from "#auth/one-time-pad.ts";
import { finishSignIn } from "../finish-sign-in.ts";
import { nextPage } from "../next-page.ts";
import type { Page, Redirect, Route, Visit } from "../page.ts";
import { tokenRefused } from "./problems.ts";

/** Where a site that signs people in itself sends their browsers, with a form that holds a signed token. */
export const tokenArrival: Route = { path: "/accounts/login/jwt", post: enter, takesForeignForms: true };

async function enter(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  visit.flow = appFlowIn(form);
  try {
    const userId = await accountByToken(services.logins, services.signers, { realm, token: form["token"] ?? "", now });
    const next = nextPage(realm, form["next"]);
    const arrived = { userId, method: TOKEN_METHOD, next, through: BY_TOKEN };
    return await services.db.write((tx) => finishSignIn(tx, visit, arrived));
  } catch (error) {
    if (tokenErrors.some((Refusal) => error instanceof Refusal)) return tokenRefused((error as Error).message);
    throw error;
  }
}
