import type { Logger } from "#kernel/log.ts";
import type { Module } from "#kernel/http/module.ts";
import { devFetchApiKey } from "./api/dev-fetch-api-key.ts";
import { fetchApiKey } from "./api/fetch-api-key.ts";
import { type Joining, ldapBackend } from "./backends/ldap.ts";
import { passwordBackend } from "./backends/password.ts";
import type { LoginServices, LoginSettings } from "./logins.ts";
import { pruneAttempts, pruneLoginFailures, pruneLoginNetworks, pruneResets, pruneSessions } from "./jobs.ts";

interface Parts extends Pick<LoginServices, "db" | "secret"> {
  readonly settings: LoginSettings;
  readonly log: Logger;
  /** What makes an account for somebody whom the LDAP server knows. */
  readonly join: Joining;
}

/** How this server checks logins. */
export const loginServices = ({ db, secret, settings, log, join }: Parts): LoginServices => ({
  db,
  secret,
  // Whoever is in the directory has the password that they have there, and no other.
  backends: [...(settings.ldap ? [ldapBackend({ settings: settings.ldap, log, join })] : []), passwordBackend],
  ldap: settings.ldap,
  sendsLoginLetters: settings.sendLoginEmails,
  limits: settings.rateLimits,
});

/** Logging in. It needs what other modules do not: to write although the request fails, and the server's secret. */
export const authModule = (logins: LoginServices): Module => ({
  name: "auth",
  endpoints: [fetchApiKey(logins), devFetchApiKey],
  jobs: [pruneLoginFailures, pruneLoginNetworks, pruneSessions, pruneAttempts, pruneResets],
});
