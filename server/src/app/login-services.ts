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
  /** Creates and updates the accounts of users of the LDAP server. Only called where one is set up. */
  readonly follow: (ldap: DirectorySettings) => {
    readonly join: JoinFromDirectory;
    readonly refresh: RefreshFromDirectory;
  };
}

/** Creates the services that check logins: by LDAP where it is set up, and by the passwords that this server stores. */
export const createLoginServices = ({ db, secret, settings, log, follow }: Parts): LoginServices => ({
  db,
  secret,
  // The only password of a user of the LDAP server is the one that the LDAP server has.
  backends: [
    ...(settings.ldap ? [createLdapBackend({ settings: settings.ldap, log, ...follow(settings.ldap) })] : []),
    createLocalPasswordBackend(settings.ldap),
  ],
  ldap: settings.ldap,
  sendsLoginEmails: settings.sendLoginEmails,
  limits: settings.rateLimits,
});
