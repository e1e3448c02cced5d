import type { LdapSettings } from "./settings.ts";
import { type LoginMethodSwitches, isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";

/** Returns true if users can log in with LDAP, given the organization's `authentication_methods`. */
export const isLdapEnabled = (ldap: LdapSettings | undefined, methods: LoginMethodSwitches): ldap is LdapSettings =>
  ldap !== undefined && isLoginMethodEnabled(methods, "LDAP");

/** Whether users may log in with names that are not email addresses. */
export const acceptsUsernames = (ldap: LdapSettings | undefined, methods: LoginMethodSwitches): boolean =>
  isLdapEnabled(ldap, methods) && (ldap.appendDomain !== undefined || ldap.emailAttribute !== undefined);
