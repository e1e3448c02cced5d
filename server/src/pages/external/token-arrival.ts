import { AuthenticationFailed } from "#auth/errors.ts";
import { BY_TOKEN, recognizeBearer, tokenErrors } from "#auth/external/token-logins.ts";
import { type TokenBearer, TOKEN_METHOD } from "#auth/external/tokens.ts";
import { appFlowIn } from "#auth/one-time-pad.ts";
import { isEmailAddress } from "#modules/1-ground/users/addresses.ts";
import { finishSignIn } from "../finish-sign-in.ts";
import { nextPage } from "../next-page.ts";
import type { Page, Redirect, Route, Visit } from "../page.ts";
import { welcomeNewcomer } from "./admit.ts";
import { tokenRefused } from "./problems.ts";

/** Where a site that signs people in itself sends their browsers, with a form that holds a signed token. */
export const tokenArrival: Route = { path: "/accounts/login/jwt", post: enter, takesForeignForms: true };

async function enter(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  visit.flow = appFlowIn(form);
  try {
    const login = { realm, token: form["token"] ?? "", now };
    const recognized = await recognizeBearer(services.logins, services.signers, login);
    const next = nextPage(realm, form["next"]);
    if (recognized.kind === "stranger") return await welcomeBearer(visit, recognized.bearer, next);
    const { userId } = recognized;
    const arrived = { userId, method: TOKEN_METHOD, next, through: BY_TOKEN };
    return await services.db.write((tx) => finishSignIn(tx, visit, arrived));
  } catch (error) {
    if (tokenErrors.some((Refusal) => error instanceof Refusal)) return tokenRefused((error as Error).message);
    throw error;
  }
}

/** Takes somebody without an account to the page on which they join, if they may. */
async function welcomeBearer(visit: Visit, bearer: TokenBearer, next: string | null): Promise<Page | Redirect> {
  if (!isEmailAddress(bearer.email)) return tokenRefused(new AuthenticationFailed().message);
  return welcomeNewcomer(
    visit,
    { kind: "jwt", name: "", admissions: bearer.admissions },
    { ...bearer, identity: null },
    { next, linkKey: null },
  );
}
