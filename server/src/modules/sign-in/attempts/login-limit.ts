import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { LoginRateRules } from "./rate-limits.ts";

/** An attempt to sign in with a password, whether or not there is such an account. */
export interface LoginAttemptKey {
  readonly realmId: number;
  /** In lower case. */
  readonly usernameKey: string;
  /** Where it comes from, as `network` names it. */
  readonly network: string;
}

/** The try of somebody at an address in the network. */
export const loginAttemptKey = (realmId: number, username: string, ip: string): LoginAttemptKey => ({
  realmId,
  usernameKey: emailKey(username),
  network: clientNetwork(ip),
});

/**
 * Where a name had too many wrong passwords, networks that its owner has not signed in from share one try in this time, in
 * seconds. A longer pause would let strangers lock people out.
 */
const USERNAME_PAUSE_SECONDS = 900;

/** How long a network counts as one that somebody signs in from, in milliseconds. */
export const KNOWN_NETWORK_MS = 90 * 24 * 3600 * 1000;

type Scope = keyof LoginRateRules | "failed" | "last of name" | "familiar";

/** The nth last wrong password of a scope, if it is of the last so many seconds. */
interface FailureRow {
  readonly scope: Scope;
  readonly seconds: number;
  readonly at: Date;
}

/**
 * Refuses where there were too many wrong passwords of late, whichever process saw them: for the name from this network,
 * for the name from anywhere, or from this network for any name.
 * @throws RateLimitHit
 * @returns whether the name had any from this network
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

/** Asks all at once, and the same for every name: neither the answer nor its time tells whether there is an account. */
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
  const asked = (["login", "loginOfName", "loginFromAddress"] as const).flatMap((scope) =>
    rules[scope].map(({ seconds, capacity }) => nth(scope, conditions[scope], seconds, capacity)),
  );
  const familiar = sql<FailureRow>`(
    select 'familiar' as scope, 0 as seconds, login_network.last_at as at
    from login_network join account on account.id = login_network.user_id
    where account.realm_id = ${tried.realmId} and account.email_key = ${tried.usernameKey}
      and login_network.network = ${tried.network} and login_network.last_at > ${since(KNOWN_NETWORK_MS / 1000)} limit 1)`;
  const all = [
    ...asked,
    nth("failed", conditions.login, 1800, 1),
    nth("last of name", ofName, USERNAME_PAUSE_SECONDS, 1),
  ];
  const { rows } = await sql<FailureRow>`${sql.join([...all, familiar], sql` union all `)}`.execute(db);
  return rows;
}
