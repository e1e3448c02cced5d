import type { Logger } from "#kernel/log.ts";
import type { Module } from "#kernel/http/module.ts";
import { createPasskey } from "./api/add-passkey.ts";
import { beginPasskey } from "./api/begin-passkey.ts";
import { beginTwoFactor } from "./api/begin-two-factor.ts";
import { confirmTwoFactor } from "./api/confirm-two-factor.ts";
import { endTwoFactor } from "./api/end-two-factor.ts";
import { getTwoFactor } from "./api/get-two-factor.ts";
import { createKey } from "./api/create-scoped-key.ts";
import { listPasskeys } from "./api/list-passkeys.ts";
import { deletePasskey } from "./api/remove-passkey.ts";
import { changePasskey } from "./api/rename-passkey.ts";
import { listKeys } from "./api/list-scoped-keys.ts";
import { revokeKey } from "./api/revoke-scoped-key.ts";
import { devFetchApiKey } from "./api/dev-fetch-api-key.ts";
import { endOtherSessions } from "./api/end-other-sessions.ts";
import { endOwnSession } from "./api/end-session.ts";
import { listSessions } from "./api/list-sessions.ts";
import { fetchApiKey } from "./api/fetch-api-key.ts";
import { type Joining, ldapBackend, type Refreshing } from "./backends/ldap.ts";
import { fetchOwnApiKey } from "./api/fetch-own-api-key.ts";
import { passwordBackend } from "./backends/password.ts";
import { scopedKeys } from "./scoped-keys/directory.ts";
import type { DirectorySettings } from "./ldap/door.ts";
import { sessions } from "./directory.ts";
import type { LoginServices, LoginSettings } from "./logins.ts";
import {
  pruneAttempts,
  pruneKeys,
  pruneLoginFailures,
  pruneLoginNetworks,
  pruneLoginSteps,
  pruneResets,
  pruneSessions,
} from "./jobs.ts";

interface Parts extends Pick<LoginServices, "db" | "secret"> {
  readonly settings: LoginSettings;
  readonly log: Logger;
  /** What becomes of people whom the LDAP server knows; only asked where one is set. */
  readonly follow: (ldap: DirectorySettings) => { readonly join: Joining; readonly refresh: Refreshing };
}

/** How this server checks logins. */
export const loginServices = ({ db, secret, settings, log, follow }: Parts): LoginServices => ({
  db,
  secret,
  // Whoever is in the directory has the password that they have there, and no other.
  backends: [
    ...(settings.ldap ? [ldapBackend({ settings: settings.ldap, log, ...follow(settings.ldap) })] : []),
    passwordBackend(settings.ldap),
  ],
  ldap: settings.ldap,
  sendsLoginLetters: settings.sendLoginEmails,
  limits: settings.rateLimits,
});

/** Logging in. It needs what other modules do not: to write although the request fails, and the server's secret. `operations`: the names of all. */
export const authModule = (logins: LoginServices, operations: () => ReadonlySet<string>): Module => ({
  name: "auth",
  directory: [sessions, scopedKeys],
  endpoints: [
    fetchApiKey(logins),
    fetchOwnApiKey(logins),
    devFetchApiKey,
    listSessions,
    endOwnSession,
    endOtherSessions,
    getTwoFactor,
    beginTwoFactor(logins),
    confirmTwoFactor(logins),
    endTwoFactor(logins),
    listPasskeys,
    beginPasskey(logins),
    createPasskey(logins),
    changePasskey,
    deletePasskey(logins),
    createKey(operations),
    listKeys,
    revokeKey,
  ],
  jobs: [pruneLoginFailures, pruneLoginNetworks, pruneSessions, pruneKeys, pruneAttempts, pruneResets, pruneLoginSteps],
});
