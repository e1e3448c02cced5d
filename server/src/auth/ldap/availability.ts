import type { LdapSettings } from "#kernel/config/ldap-settings.ts";

type Methods = Readonly<Record<string, boolean>>;

/** Whether people of an organization with these `authentication_methods` log in by LDAP. It is on where nobody turned it off. */
export const usesLdap = (ldap: LdapSettings | undefined, methods: Methods): ldap is LdapSettings =>
  ldap !== undefined && (methods["LDAP"] ?? true);

/** Whether they may log in with names that are no e-mail addresses. */
export const takesNames = (ldap: LdapSettings | undefined, methods: Methods): boolean =>
  usesLdap(ldap, methods) && (ldap.appendDomain !== undefined || ldap.emailAttribute !== undefined);
