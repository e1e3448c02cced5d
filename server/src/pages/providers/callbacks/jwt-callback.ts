import { randomBytes } from "node:crypto";
import { Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";
import { AuthenticationFailed } from "#modules/sign-in/core/errors.ts";
import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import { findAdmissionRule } from "#modules/sign-in/core/identities/find-admission-rule.ts";
import { findLoginStepOfAnyBrowser } from "#modules/sign-in/core/login-steps.ts";
import {
  JWT_PROVIDER_NAME,
  findJwtAccount,
  secondFactorOfJwt,
  jwtErrors,
  verifyJwt,
} from "#modules/sign-in/providers/jwt/jwt-login.ts";
import { type JwtSubject, JWT_METHOD } from "#modules/sign-in/providers/jwt/jwt-token.ts";
import { parseAppFlow } from "#modules/sign-in/credentials/app-flow.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import { finishSignIn } from "../../sign-in/finish-sign-in.ts";
import { parseNextPath } from "../../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page-types.ts";
import { startProviderSignUp } from "../start-provider-sign-up.ts";
import { noSuchLoginPage, jwtRefusedPage } from "../provider-error-pages.ts";

const PATH = "/accounts/login/jwt";
/** Time in which the visitor has to confirm the login, in seconds. */
const CONFIRMATION_SECONDS = 600;
const STEP_TOKEN_BYTES = 32;

const StoredJwt = z.object({
  bearer: z.object({
    email: z.string(),
    fullName: z.string(),
    groups: z.array(z.string()),
    doesSecondFactor: z.boolean(),
    /** The rule under which a new user may join without an invitation; empty if no rule matches. */
    admissions: z.array(z.object({ role: Role, user_groups: z.array(z.string()) })),
  }),
  next: z.string().nullable(),
  flow: z
    .object({ app: z.enum(["mobile", "desktop"]), otp: z.string(), isStockApp: z.boolean().default(false) })
    .nullable(),
});

/**
 * Callback for sites that log users in themselves and send their browsers here with a form that contains a signed
 * token. Any site could submit a form with the token of its own user, so the visitor has to confirm the account.
 * Browsers send the form without our cookies, so the token's claims are stored, and the browser requests the same URL
 * again with its cookies.
 */
export const jwtCallback: Route = { path: PATH, get: open, post: receive, acceptsCrossSiteForms: true };

async function receive(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  if (visit.hasValidFormToken) return completeLogin(visit);
  const flow = parseAppFlow(form, visit);
  return withJwtErrors(async () => {
    const bearer = await verifyJwt(services.logins, services.signers, { realm, token: form["token"] ?? "", now });
    await nameOf(visit, bearer);
    const stepToken = randomBytes(STEP_TOKEN_BYTES).toString("base64url");
    const admissions = [findAdmissionRule(bearer.admissions, bearer)].filter((rule) => rule !== null);
    const data = { bearer: { ...bearer, admissions }, next: parseNextPath(realm, form["next"]), flow };
    const step = { ...stepOf(visit, stepToken), seconds: CONFIRMATION_SECONDS, data };
    await services.db.write((tx) => createLoginStep(tx, step));
    return { to: `${PATH}/?arrival=${stepToken}` };
  });
}

const stepOf = ({ realm, now }: Visit, stepToken = "") =>
  ({ kind: "token", realmId: realm.id, token: stepToken, browser: null, now }) as const;

async function open(visit: Visit): Promise<Page> {
  const { services, query } = visit;
  const { arrival: stepToken = "" } = query;
  const verified = StoredJwt.safeParse(await findLoginStepOfAnyBrowser(services.db.reader, stepOf(visit, stepToken)));
  if (!verified.success) return noSuchLoginPage();
  const { bearer, flow } = verified.data;
  return withJwtErrors(async () => {
    const name = await nameOf(visit, bearer);
    return continueAsPage(visit, { action: `${PATH}/`, name, fields: { arrival: stepToken }, leadsTo: flow });
  });
}

async function completeLogin(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form } = visit;
  const { db } = services;
  return withJwtErrors(async () => {
    const verified = StoredJwt.safeParse(await db.write((tx) => consumeLoginStep(tx, stepOf(visit, form["arrival"]))));
    if (!verified.success) return noSuchLoginPage();
    const { bearer, next, flow } = verified.data;
    visit.flow = flow;
    const recognized = await findJwtAccount(db.reader, realm, bearer);
    if (recognized.kind === "stranger") return startJwtSignUp(visit, bearer, next);
    const secondFactor = secondFactorOfJwt(bearer);
    const signIn = { userId: recognized.userId, method: JWT_METHOD, secondFactor, next, through: JWT_PROVIDER_NAME };
    return db.write((tx) => finishSignIn(tx, visit, signIn));
  });
}

/**
 * Returns the name of the account that a token is for; for a new user, the name or address in the token.
 * @throws AuthenticationFailed, UserDeactivated
 */
async function nameOf({ services, realm }: Visit, bearer: Pick<JwtSubject, "email" | "fullName">): Promise<string> {
  const recognized = await findJwtAccount(services.db.reader, realm, bearer);
  if (recognized.kind === "account") return recognized.fullName;
  if (!isEmailAddress(bearer.email)) throw new AuthenticationFailed();
  return bearer.fullName || bearer.email;
}

/** Shows a page with the reason if a token is rejected. */
const withJwtErrors = <T>(work: () => Promise<T>): Promise<T | Page> =>
  work().catch((error: unknown) => {
    if (jwtErrors.some((Refusal) => error instanceof Refusal)) return jwtRefusedPage((error as AppError).message);
    throw error;
  });

/** Redirects a user without an account to the page for joining, if the organization allows that user to join. */
const startJwtSignUp = (visit: Visit, bearer: JwtSubject, next: string | null): Promise<Page | Redirect> =>
  startProviderSignUp(
    visit,
    { kind: "jwt", name: "", admissions: bearer.admissions },
    { ...bearer, identity: null },
    { next, linkKey: null },
  );
