import { randomBytes } from "node:crypto";
import { Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";
import { AuthenticationFailed } from "#modules/sign-in/core/errors.ts";
import { keepStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { takeStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import { admissionOf } from "#modules/sign-in/core/identities/find-admission-rule.ts";
import { peekStep } from "#modules/sign-in/core/login-steps.ts";
import {
  BY_TOKEN,
  recognizeBearer,
  secondFactorOfBearer,
  tokenErrors,
  verifyToken,
} from "#modules/sign-in/providers/jwt/jwt-login.ts";
import { type TokenBearer, TOKEN_METHOD } from "#modules/sign-in/providers/jwt/jwt-token.ts";
import { appFlowIn } from "#modules/sign-in/credentials/app-flow.ts";
import type { AppError } from "#kernel/errors.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import { finishSignIn } from "../../sign-in/finish-sign-in.ts";
import { nextPage } from "../../http/next-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page.ts";
import { welcomeNewcomer } from "../start-provider-sign-up.ts";
import { noSuchLogin, tokenRefused } from "../provider-error-pages.ts";

const PATH = "/accounts/login/jwt";
/** How long the visitor may take to confirm the sign-in, in seconds. */
const CONFIRMATION_SECONDS = 600;
const ARRIVAL_BYTES = 32;

const Verified = z.object({
  bearer: z.object({
    email: z.string(),
    fullName: z.string(),
    groups: z.array(z.string()),
    doesSecondFactor: z.boolean(),
    /** As whom a newcomer may join uninvited: none, or one rule. */
    admissions: z.array(z.object({ role: Role, user_groups: z.array(z.string()) })),
  }),
  next: z.string().nullable(),
  flow: z
    .object({ app: z.enum(["mobile", "desktop"]), otp: z.string(), isStockApp: z.boolean().default(false) })
    .nullable(),
});

/**
 * Where a site that signs users in itself sends their browsers, with a form that holds a signed token. Any site can send a
 * form with a token of its owner's own, so the visitor confirms as whom to go on. That form comes without our cookies: what
 * the token says is kept, and the browser asks for the same address once more.
 */
export const tokenArrival: Route = { path: PATH, get: open, post: receive, takesForeignForms: true };

async function receive(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  if (visit.sendsOurForm) return enter(visit);
  const flow = appFlowIn(form, visit);
  return refusing(async () => {
    const bearer = await verifyToken(services.logins, services.signers, { realm, token: form["token"] ?? "", now });
    await nameOf(visit, bearer);
    const arrival = randomBytes(ARRIVAL_BYTES).toString("base64url");
    const admissions = [admissionOf(bearer.admissions, bearer)].filter((rule) => rule !== null);
    const data = { bearer: { ...bearer, admissions }, next: nextPage(realm, form["next"]), flow };
    const step = { ...stepOf(visit, arrival), seconds: CONFIRMATION_SECONDS, data };
    await services.db.write((tx) => keepStep(tx, step));
    return { to: `${PATH}/?arrival=${arrival}` };
  });
}

const stepOf = ({ realm, now }: Visit, arrival = "") =>
  ({ kind: "token", realmId: realm.id, token: arrival, browser: null, now }) as const;

async function open(visit: Visit): Promise<Page> {
  const { services, query } = visit;
  const { arrival = "" } = query;
  const verified = Verified.safeParse(await peekStep(services.db.reader, stepOf(visit, arrival)));
  if (!verified.success) return noSuchLogin();
  const { bearer, flow } = verified.data;
  return refusing(async () => {
    const name = await nameOf(visit, bearer);
    return continueAsPage(visit, { action: `${PATH}/`, name, fields: { arrival }, leadsTo: flow });
  });
}

async function enter(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form } = visit;
  const { db } = services;
  return refusing(async () => {
    const verified = Verified.safeParse(await db.write((tx) => takeStep(tx, stepOf(visit, form["arrival"]))));
    if (!verified.success) return noSuchLogin();
    const { bearer, next, flow } = verified.data;
    visit.flow = flow;
    const recognized = await recognizeBearer(db.reader, realm, bearer);
    if (recognized.kind === "stranger") return welcomeBearer(visit, bearer, next);
    const secondFactor = secondFactorOfBearer(bearer);
    const arrived = { userId: recognized.userId, method: TOKEN_METHOD, secondFactor, next, through: BY_TOKEN };
    return db.write((tx) => finishSignIn(tx, visit, arrived));
  });
}

/**
 * The name of the account that a bearer opens; of a newcomer, the name or address in the token.
 * @throws AuthenticationFailed, UserDeactivated
 */
async function nameOf({ services, realm }: Visit, bearer: Pick<TokenBearer, "email" | "fullName">): Promise<string> {
  const recognized = await recognizeBearer(services.db.reader, realm, bearer);
  if (recognized.kind === "account") return recognized.fullName;
  if (!isEmailAddress(bearer.email)) throw new AuthenticationFailed();
  return bearer.fullName || bearer.email;
}

/** Shows why a token opens nothing. */
const refusing = <T>(work: () => Promise<T>): Promise<T | Page> =>
  work().catch((error: unknown) => {
    if (tokenErrors.some((Refusal) => error instanceof Refusal)) return tokenRefused((error as AppError).message);
    throw error;
  });

/** Takes a user without an account to the page on which newcomers join, if the organization lets them. */
const welcomeBearer = (visit: Visit, bearer: TokenBearer, next: string | null): Promise<Page | Redirect> =>
  welcomeNewcomer(
    visit,
    { kind: "jwt", name: "", admissions: bearer.admissions },
    { ...bearer, identity: null },
    { next, linkKey: null },
  );
