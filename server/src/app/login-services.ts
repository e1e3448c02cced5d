import type { Logger } from "@parlance/kernel/base/log.ts";
import type { LoginServices, LoginSettings } from "#modules/sign-in/credentials/password-login.ts";
import type { DirectorySettings } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import {
  type JoinFromDirectory,
  createLdapBackend,
  type RefreshFromDirectory,
} from "#modules/sign-in/ldap/ldap-backend.ts";
import { createLocalPasswordBackend } from "#modules/sign-in/passwords/local-password-backend.ts";

interface Parts extends Pick<LoginServices, "db" | "secret"> {
  readonly settings: LoginSettings;
  readonly log: Logger;
  /** Returns the functions that create and update the accounts of LDAP users. Only called if LDAP is configured. */
  readonly follow: (ldap: DirectorySettings) => {
    readonly join: JoinFromDirectory;
    readonly refresh: RefreshFromDirectory;
  };
}

/**
 * Creates the services that check logins: by LDAP if it is configured, and by the passwords that this server stores.
 */
export const createLoginServices = ({ db, secret, settings, log, follow }: Parts): LoginServices => ({
  db,
  secret,
  // The LDAP backend comes first: a user of the LDAP server can log in only with the LDAP password.
  backends: [
    ...(settings.ldap ? [createLdapBackend({ settings: settings.ldap, log, ...follow(settings.ldap) })] : []),
    createLocalPasswordBackend(settings.ldap),
  ],
  ldap: settings.ldap,
  sendsLoginEmails: settings.sendLoginEmails,
  limits: settings.rateLimits,
});
