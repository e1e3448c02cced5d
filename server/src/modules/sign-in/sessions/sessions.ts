import { createHash } from "node:crypto";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import type { Credential } from "@parlance/kernel/base/credential.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { parseAccountRateRules } from "../core/account-rate-rules.ts";
import { sessions } from "./sessions-snapshot.ts";

/**
 * Time after the last use at which a session expires, in seconds; up to a day less, because the expiration is extended
 * at most once a day.
 */
export const SESSION_IDLE_TIMEOUT_SECONDS = 14 * 24 * 60 * 60;
/** Maximum duration of a session, in seconds. */
export const MAX_SESSION_SECONDS = 365 * 24 * 60 * 60;

/** The user of a browser session. */
export interface SessionUser extends Actor {
  readonly fullName: string;
  /** The account's real email address. */
  readonly email: string;
  /** Login method, with its name in `authentication_methods`. */
  readonly method: string;
  readonly credential: Credential;
}

/** Hashes a session token. Only the hash is stored, so that reading the table is not enough to use a session. */
export const hashSessionToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Finds the user of a session by the session token. Null if the session does not exist or has expired, if the account
 * or the organization is deactivated, or if the session's login method was disabled.
 */
export function findSessionUser(snapshot: OrganizationSnapshot, token: string, now: Date): SessionUser | null {
  const session = snapshot.get(sessions).byHash(hashSessionToken(token).toString("base64url"));
  if (!session || session.expires_at <= now.getTime()) return null;
  const account = snapshot.get(users).get(session.user_id);
  const { isDeactivated, settings } = snapshot.get(organization);
  // A login that was in progress when its method was disabled may have created a session afterwards, which must be
  // rejected.
  const isClosed = settings.authentication_methods[session.method] === false;
  if (!account?.is_active || isDeactivated || isClosed) return null;
  const { id, realm_id: realmId, role, full_name: fullName, delivery_email: email } = account;
  return {
    id,
    realmId,
    role,
    isBot: false,
    botType: null,
    rateRules: parseAccountRateRules(account.rate_limits),
    fullName,
    email,
    method: session.method,
    credential: { kind: "session", id: session.id, expiresAt: session.expires_at },
  };
}

/**
 * Returns the id of the request's session. Returns 0, which is no session's id, if the request has another credential.
 */
export const currentSessionId = ({ credential }: Pick<Actor, "credential">): number =>
  credential?.kind === "session" ? credential.id : 0;
