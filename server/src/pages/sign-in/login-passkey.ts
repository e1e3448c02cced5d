import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";
import { countCodeAttempt } from "#modules/sign-in/two-factor/actions/verify-code.ts";
import { usePasskey } from "#modules/sign-in/passkeys/actions/use-passkey.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import type { LoginResult } from "#modules/sign-in/credentials/password-login.ts";
import { assertionOptions, verifyAssertion } from "#modules/sign-in/passkeys/passkey-assertion.ts";
import { createChallenge } from "#modules/sign-in/passkeys/passkey-challenges.ts";
import { loadCredentialDescriptors } from "#modules/sign-in/passkeys/queries.ts";
import { assertRelyingParty } from "#modules/sign-in/passkeys/relying-party.ts";
import { parseLoginTicket } from "#modules/sign-in/two-factor/login-ticket.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { PASSKEY_METHOD } from "#modules/organizations/core/authentication-methods.ts";
import { rateLimitWait } from "../layout/rate-limit-wait.ts";
import { ticketBinding, secondFactorPage, TICKET_FIELD } from "./second-factor-page.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { loginPage } from "./login.ts";
import { parseNextPath } from "../http/next-page.ts";
import type { Document, Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { isPasskeyLoginEnabled } from "./passkey-button.ts";

/**
 * Limit for passkey attempts from one network. It exists because each attempt costs the verification of a signature,
 * and it is high because many users of an office share a network.
 */
const PASSKEY_RATE_RULES = [{ seconds: 900, capacity: 300 }];

/** Returns the options with which the page's script requests a signature from the passkey. */
export const loginPasskeyOptions: Route = {
  path: "/login/passkey/options",
  get: async () => ({ to: "/login" }),
  post: sendOptions,
};

/**
 * Logs a user in with a passkey alone, or with a passkey as the second factor after the password or a login at a
 * provider.
 */
export const loginPasskey: Route = {
  path: "/login/passkey",
  get: async () => ({ to: "/login" }),
  post: attempt,
};

/**
 * Returns the login of a user who has already entered the password or logged in at a provider; null if there is no
 * ticket, "stale" if the ticket is invalid or has expired.
 */
function parseTicket(visit: Visit): LoginResult | null | "stale" {
  const ticket = visit.form[TICKET_FIELD];
  if (ticket === undefined) return null;
  return parseLoginTicket(ticket, ticketBinding(visit)) ?? "stale";
}

async function sendOptions(visit: Visit): Promise<Document | Redirect> {
  const { services, realm, browser, now } = visit;
  const known = parseTicket(visit);
  if (known === "stale" || (known === null && !isPasskeyLoginEnabled(visit))) return { to: "/login" };
  const party = assertRelyingParty(realm);
  const userId = known?.userId ?? null;
  const ceremony = { kind: "passkey_login", realmId: realm.id, bearer: browser, now } as const;
  const challenge = await services.db.write((tx) => createChallenge(tx, ceremony, userId));
  const allowed = userId === null ? null : await loadCredentialDescriptors(services.db.reader, userId);
  const options = assertionOptions({ party, challenge, allowed });
  return { contentType: "application/json", text: JSON.stringify(options) };
}

async function attempt(visit: Visit): Promise<Page | Redirect> {
  const known = parseTicket(visit);
  if (known === "stale" || (known === null && !isPasskeyLoginEnabled(visit))) return { to: "/login" };
  try {
    const finished = await signInWithPasskey(visit, known);
    return finished ?? (await refused(visit, known, "The passkey was not accepted. Try again.", 401));
  } catch (error) {
    const wait = rateLimitWait(error);
    if (wait) {
      const page = await refused(visit, known, `Too many attempts. Try again in ${wait.words}.`, 429);
      return { ...page, retryAfter: wait.seconds };
    }
    if (error instanceof AccountIsDeactivated) return refused(visit, known, "The passkey was not accepted.", 401);
    throw error;
  }
}

const refused = async (visit: Visit, known: LoginResult | null, problem: string, status: number): Promise<Page> =>
  known === null
    ? loginPage(visit, { "": problem }, status)
    : secondFactorPage(visit, known, { problems: { "": problem }, status });

/** Logs in with the response of a passkey. Null if the response is not valid. */
async function signInWithPasskey(visit: Visit, known: LoginResult | null): Promise<Page | Redirect | null> {
  const { services, realm, form, browser, ip, now } = visit;
  const { db } = services;
  await (known === null
    ? db.write((tx) =>
        countAttempt(tx, { kind: "passkey", subject: clientNetwork(ip), rules: PASSKEY_RATE_RULES, now }),
      )
    : countCodeAttempt(db, known.userId, now));
  const assertion = await verifyAssertion(
    db.reader,
    { party: assertRelyingParty(realm), realmId: realm.id },
    form["credential"] ?? "",
  );
  if (assertion === null) return null;
  const proof = { assertion, realmId: realm.id, bearer: browser, userId: known?.userId ?? null, now };
  const next = parseNextPath(realm, form["next"]);
  return db.write(async (tx) => {
    if (!(await usePasskey(tx, proof))) return null;
    const who = known ?? { userId: assertion.userId, method: PASSKEY_METHOD, isByPasskey: true };
    return finishSignIn(tx, visit, { ...who, secondFactor: "passkey", next });
  });
}
