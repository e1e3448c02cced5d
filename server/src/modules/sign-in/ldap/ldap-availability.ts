import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import { type ChosenMethods, isMethodOn } from "#modules/organizations/core/authentication-methods.ts";

/** Whether people of an organization with these `authentication_methods` log in by LDAP. */
export const usesLdap = (ldap: LdapSettings | undefined, methods: ChosenMethods): ldap is LdapSettings =>
  ldap !== undefined && isMethodOn(methods, "LDAP");

/** Whether they may log in with names that are no e-mail addresses. */
export const takesNames = (ldap: LdapSettings | undefined, methods: ChosenMethods): boolean =>
  usesLdap(ldap, methods) && (ldap.appendDomain !== undefined || ldap.emailAttribute !== undefined);
