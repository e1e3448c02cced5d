import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { LoginRateRules } from "./rate-limits.ts";

/** An attempt to log in with a password, whether or not the account exists. */
export interface LoginAttemptKey {
  readonly realmId: number;
  /** Username or email address, in lower case. */
  readonly usernameKey: string;
  /** Network of the client, as returned by `clientNetwork`. */
  readonly network: string;
}

/** Returns the key under which an attempt of a client with this IP address is counted. */
export const loginAttemptKey = (realmId: number, username: string, ip: string): LoginAttemptKey => ({
  realmId,
  usernameKey: emailKey(username),
  network: clientNetwork(ip),
});

/**
 * Pause between attempts for a username with too many wrong passwords, in seconds. All networks from which its owner
 * has not logged in recently share one attempt per pause. With a longer pause, strangers could lock users out.
 */
const USERNAME_PAUSE_SECONDS = 900;

/** Time for which a network counts as known after a login, in milliseconds. */
export const KNOWN_NETWORK_MS = 90 * 24 * 3600 * 1000;

type Scope = keyof LoginRateRules | "failed" | "last of name" | "familiar";

/**
 * Time of the nth last wrong password of a scope, if it was within the last `seconds`. For `familiar`, time of the
 * owner's last login from this network.
 */
interface FailureRow {
  readonly scope: Scope;
  readonly seconds: number;
  readonly at: Date;
}

/**
 * Throws if there were too many recent wrong passwords, on all processes together: for the username from this network,
 * for the username from any network (unless its owner recently logged in from this one), or from this network for any
 * username.
 * @throws RateLimitHit
 * @returns whether there were recent wrong passwords for the username from this network
 */
export async function assertLoginAllowed(
  db: Reader,
  rules: LoginRateRules,
  tried: LoginAttemptKey,
  now: Date,
): Promise<boolean> {
  const found = await findFailures(db, rules, tried, now);
  const first = (scope: Scope) => found.find((one) => one.scope === scope);
  const waits = found.map(({ scope, seconds, at }) => {
    const wait = at.getTime() / 1000 + seconds - now.getTime() / 1000;
    if (scope === "login" || scope === "loginFromAddress") return wait;
    if (scope !== "loginOfName" || first("familiar")) return 0;
    const last = first("last of name")?.at ?? at;
    return Math.min(wait, last.getTime() / 1000 + USERNAME_PAUSE_SECONDS - now.getTime() / 1000);
  });
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw new RateLimitHit({ "retry-after": wait });
  return first("failed") !== undefined;
}

/**
 * Loads the recent failures that decide about an attempt, and whether its network is known, with one query that is the
 * same for every username. So neither the response nor its time reveals whether an account exists.
 */
async function findFailures(
  db: Reader,
  rules: LoginRateRules,
  tried: LoginAttemptKey,
  now: Date,
): Promise<readonly FailureRow[]> {
  const ofName = sql`username_key = ${tried.usernameKey}`;
  const fromNetwork = sql`network = ${tried.network}`;
  const conditions = {
    login: sql`${ofName} and ${fromNetwork}`,
    loginOfName: ofName,
    loginFromAddress: fromNetwork,
  };
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const nth = (scope: Scope, condition: typeof ofName, seconds: number, n: number) => sql<FailureRow>`(
    select ${scope}::text as scope, ${seconds}::int as seconds, at from login_failure
    where ${condition} and at > ${since(seconds)} order by at desc offset ${n - 1}::int limit 1)`;
  const limits = (["login", "loginOfName", "loginFromAddress"] as const).flatMap((scope) =>
    rules[scope].map(({ seconds, capacity }) => nth(scope, conditions[scope], seconds, capacity)),
  );
  const familiar = sql<FailureRow>`(
    select 'familiar' as scope, 0 as seconds, login_network.last_at as at
    from login_network join account on account.id = login_network.user_id
    where account.realm_id = ${tried.realmId} and account.email_key = ${tried.usernameKey}
      and login_network.network = ${tried.network} and login_network.last_at > ${since(KNOWN_NETWORK_MS / 1000)} limit 1)`;
  const all = [
    ...limits,
    nth("failed", conditions.login, 1800, 1),
    nth("last of name", ofName, USERNAME_PAUSE_SECONDS, 1),
  ];
  const { rows } = await sql<FailureRow>`${sql.join([...all, familiar], sql` union all `)}`.execute(db);
  return rows;
}
