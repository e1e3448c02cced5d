import { createHash } from "node:crypto";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import type { Credential } from "@parlance/kernel/base/credential.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { parseAccountRateRules } from "../core/account-rate-rules.ts";
import { sessions } from "./sessions-snapshot.ts";

/** How long a browser that nobody uses stays signed in, in seconds. */
export const SESSION_IDLE_TIMEOUT_SECONDS = 14 * 24 * 60 * 60;
/** How long a browser stays signed in at most, in seconds. */
export const MAX_SESSION_SECONDS = 365 * 24 * 60 * 60;

/** Somebody whose browser is signed in. */
export interface SessionUser extends Actor {
  readonly fullName: string;
  /** The account's real address. */
  readonly email: string;
  /** By which way they came in, as `authentication_methods` names it. */
  readonly method: string;
  readonly credential: Credential;
}

/** What the database keeps of a token that somebody else holds: who reads the table cannot act as its owner. */
export const hashSessionToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The user of an organization who is signed in with a session's token. Null if it has no such session, if that has expired,
 * if the account or the organization is not active, and if one signs in by other ways now.
 */
export function findSessionUser(snapshot: OrganizationSnapshot, token: string, now: Date): SessionUser | null {
  const session = snapshot.get(sessions).byHash(hashSessionToken(token).toString("base64url"));
  if (!session || session.expires_at <= now.getTime()) return null;
  const account = snapshot.get(users).get(session.user_id);
  const { isDeactivated, settings } = snapshot.get(organization);
  // Who signs in while a way is turned off does not come in by it.
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

/** The id of the session that somebody came in with; 0, which none has, where it was something else. */
export const currentSessionId = ({ credential }: Pick<Actor, "credential">): number =>
  credential?.kind === "session" ? credential.id : 0;
