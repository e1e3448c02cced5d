import { flag, integer, oneOf, optional, setting, string, type ValueOf } from "./setting.ts";

const attribute = string("the name of an attribute", /^[A-Za-z][A-Za-z0-9-]*$/);
const distinguishedName = string("a distinguished name, such as cn=chat,dc=example,dc=com", /^[^=,]+=./);

/** The directory of people in which logins are checked by LDAP. */
export const ldapDeclarations = {
  ldapUrl: optional(string("an address such as ldaps://ldap.example.com", /^ldaps?:\/\/[^/?#\s@]+\/?$/), {
    variable: "PARLANCE_LDAP_URL",
    defaultText: "none: nobody logs in by LDAP",
    meaning:
      "The LDAP server that checks names and passwords of people who log in. Who has no account yet gets one at the first login.",
  }),
  ldapStartTls: setting(flag, {
    variable: "PARLANCE_LDAP_START_TLS",
    default: true,
    meaning:
      "Whether a connection to an `ldap://` address is encrypted (StartTLS) before anything is said. With false, passwords can be read on the way.",
  }),
  ldapCaFile: optional(string("a file"), {
    variable: "PARLANCE_LDAP_CA_FILE",
    defaultText: "the authorities that Node.js knows",
    meaning: "Certificates, as PEM, of those who may vouch for the LDAP server.",
  }),
  ldapBindDn: optional(distinguishedName, {
    variable: "PARLANCE_LDAP_BIND_DN",
    defaultText: "none: searches are anonymous",
    meaning: "As whom the server searches the directory.",
  }),
  ldapBindPassword: optional(string("a password"), {
    variable: "PARLANCE_LDAP_BIND_PASSWORD",
    isSecret: true,
    defaultText: "none",
    meaning: "The password for that.",
  }),
  ldapBindPasswordFile: optional(string("a file"), {
    variable: "PARLANCE_LDAP_BIND_PASSWORD_FILE",
    defaultText: "none",
    meaning: "A file with that password instead, read at each connection. Line breaks at its end do not count.",
  }),
  ldapSearchBase: optional(distinguishedName, {
    variable: "PARLANCE_LDAP_SEARCH_BASE",
    defaultText: "none",
    meaning: "Below what people are searched. Needed unless they are bound directly.",
  }),
  ldapSearchFilter: setting(string("a filter in parentheses with %s in it", /^\(.*%s.*\)$/s), {
    variable: "PARLANCE_LDAP_SEARCH_FILTER",
    default: "(uid=%s)",
    meaning: "What finds somebody by the name that they log in with, which stands for `%s`.",
  }),
  ldapDirectBindDn: optional(string("a distinguished name with %s in it", /^[^=,]+=.*%s/s), {
    variable: "PARLANCE_LDAP_DIRECT_BIND_DN",
    defaultText: "none: people are searched",
    meaning:
      "The distinguished name of somebody who logs in with the name `%s`, such as `uid=%s,ou=people,dc=example,dc=com`. Nobody is searched then; it needs `PARLANCE_LDAP_APPEND_DOMAIN`.",
  }),
  ldapAppendDomain: optional(string("a domain", /^[a-z0-9-]+(\.[a-z0-9-]+)+$/), {
    variable: "PARLANCE_LDAP_APPEND_DOMAIN",
    defaultText: "none",
    meaning:
      "The domain that makes an e-mail address of a name. Addresses of that domain belong to the directory, and no others.",
  }),
  ldapEmailAttribute: optional(attribute, {
    variable: "PARLANCE_LDAP_EMAIL_ATTRIBUTE",
    defaultText: "none: people log in with their address, for which the filter searches",
    meaning:
      "The attribute with somebody's e-mail address, such as `mail`. People can log in with either, the name or the address.",
  }),
  ldapNameAttributes: setting(string("one or two attributes", /^[A-Za-z][A-Za-z0-9-]*(,[A-Za-z][A-Za-z0-9-]*)?$/), {
    variable: "PARLANCE_LDAP_NAME_ATTRIBUTES",
    default: "cn",
    meaning: "The attribute with somebody's full name, or two with its parts, such as `givenName,sn`.",
  }),
  ldapDisabledAttribute: optional(attribute, {
    variable: "PARLANCE_LDAP_DISABLED_ATTRIBUTE",
    defaultText: "none",
    meaning:
      "The attribute that says who may not log in any more: `userAccountControl` with its second bit, any other with `TRUE` or `YES`.",
  }),
  ldapIdAttribute: setting(attribute, {
    variable: "PARLANCE_LDAP_ID_ATTRIBUTE",
    default: "entryUUID",
    meaning:
      "The attribute whose value names an entry for ever, such as `objectGUID` in Active Directory. By it somebody's account is found after their name or address changed. Entries without it are known by their addresses.",
  }),
  ldapPictureAttribute: optional(attribute, {
    variable: "PARLANCE_LDAP_PICTURE_ATTRIBUTE",
    defaultText: "none: people upload their pictures",
    meaning: "The attribute with somebody's picture, such as `jpegPhoto` or `thumbnailPhoto`.",
  }),
  ldapGroupsAttribute: optional(attribute, {
    variable: "PARLANCE_LDAP_GROUPS_ATTRIBUTE",
    defaultText: "none: people are in no groups of the directory",
    meaning: "The attribute with the groups that somebody is in, such as `memberOf`.",
  }),
  ldapOrganizationAttribute: optional(attribute, {
    variable: "PARLANCE_LDAP_ORGANIZATION_ATTRIBUTE",
    defaultText: "none: the directory's people may join all organizations",
    meaning: "The attribute with the subdomains of the organizations in which somebody may log in.",
  }),
  ldapSync: setting(oneOf("never", "quarter-hourly", "hourly", "daily"), {
    variable: "PARLANCE_LDAP_SYNC",
    default: "never",
    meaning:
      "How often accounts of the directory's people are made to follow it: renamed, deactivated when somebody is gone, and back when a synchronization had deactivated them. `parlance ldap sync` does it at once.",
  }),
  ldapSyncMostPercent: setting(integer(1, 100), {
    variable: "PARLANCE_LDAP_SYNC_MAX_DEACTIVATED_PERCENT",
    formerVariable: "PARLANCE_LDAP_SYNC_MOST_PERCENT",
    default: 10,
    unit: "percent",
    meaning:
      "How many of the directory's people a synchronization may deactivate at most; three it always may. Where more would go, nobody does.",
  }),
  ldapDoesSecondFactor: setting(flag, {
    variable: "PARLANCE_LDAP_HAS_SECOND_FACTOR",
    formerVariable: "PARLANCE_LDAP_DOES_SECOND_FACTOR",
    default: false,
    meaning:
      "Whether the LDAP server asks people for a second factor itself, such as a code behind the password. Then nobody who logs in by LDAP is asked for the one that they have set up here.",
  }),
  ldapTimeoutSeconds: setting(integer(1, 60), {
    variable: "PARLANCE_LDAP_TIMEOUT_SECONDS",
    default: 10,
    unit: "seconds",
    meaning: "How long a login may wait for the LDAP server, in all.",
  }),
};

type Values = { readonly [K in keyof typeof ldapDeclarations]: ValueOf<(typeof ldapDeclarations)[K]> };

/** How logins are checked by LDAP. The fields mean what the settings of the same names do. */
export interface LdapSettings {
  readonly url: string;
  readonly startTls: boolean;
  readonly caFile?: string | undefined;
  readonly bindDn?: string | undefined;
  readonly bindPassword?: string | undefined;
  readonly bindPasswordFile?: string | undefined;
  readonly searchBase?: string | undefined;
  readonly searchFilter: string;
  readonly directBindDn?: string | undefined;
  readonly appendDomain?: string | undefined;
  readonly emailAttribute?: string | undefined;
  readonly nameAttributes: readonly string[];
  readonly disabledAttribute?: string | undefined;
  readonly organizationAttribute?: string | undefined;
  /** Undefined: entries are known by their addresses. */
  readonly idAttribute?: string | undefined;
  readonly pictureAttribute?: string | undefined;
  readonly groupsAttribute?: string | undefined;
  readonly sync: "never" | "quarter-hourly" | "hourly" | "daily";
  readonly syncMostPercent: number;
  readonly doesSecondFactor: boolean;
  readonly timeoutSeconds: number;
}

/** Undefined where no LDAP server is set. */
export function ldapSettings(values: Values): LdapSettings | undefined {
  if (values.ldapUrl === undefined) return undefined;
  return {
    url: values.ldapUrl,
    startTls: values.ldapStartTls,
    caFile: values.ldapCaFile,
    bindDn: values.ldapBindDn,
    bindPassword: values.ldapBindPassword,
    bindPasswordFile: values.ldapBindPasswordFile,
    searchBase: values.ldapSearchBase,
    searchFilter: values.ldapSearchFilter,
    directBindDn: values.ldapDirectBindDn,
    appendDomain: values.ldapAppendDomain,
    emailAttribute: values.ldapEmailAttribute,
    nameAttributes: values.ldapNameAttributes.split(","),
    disabledAttribute: values.ldapDisabledAttribute,
    organizationAttribute: values.ldapOrganizationAttribute,
    idAttribute: values.ldapIdAttribute,
    pictureAttribute: values.ldapPictureAttribute,
    groupsAttribute: values.ldapGroupsAttribute,
    sync: values.ldapSync,
    syncMostPercent: values.ldapSyncMostPercent,
    doesSecondFactor: values.ldapDoesSecondFactor,
    timeoutSeconds: values.ldapTimeoutSeconds,
  };
}

/** What does not fit together, each in a sentence. */
export function ldapComplaints(values: Values): string[] {
  const { ldapUrl, ldapSearchBase, ldapDirectBindDn, ldapAppendDomain, ldapBindDn } = values;
  const { ldapBindPassword, ldapBindPasswordFile } = values;
  if (ldapUrl === undefined) return [];
  return [
    ...(ldapSearchBase === undefined && ldapDirectBindDn === undefined
      ? ["PARLANCE_LDAP_URL needs PARLANCE_LDAP_SEARCH_BASE, or PARLANCE_LDAP_DIRECT_BIND_DN"]
      : []),
    ...(ldapDirectBindDn !== undefined && ldapAppendDomain === undefined
      ? ["PARLANCE_LDAP_DIRECT_BIND_DN needs PARLANCE_LDAP_APPEND_DOMAIN"]
      : []),
    ...(ldapSearchBase === undefined && values.ldapSync !== "never"
      ? ["PARLANCE_LDAP_SYNC needs PARLANCE_LDAP_SEARCH_BASE"]
      : []),
    // A bind with a name and no password succeeds as nobody.
    ...(ldapBindDn !== undefined && ldapBindPassword === undefined && ldapBindPasswordFile === undefined
      ? ["PARLANCE_LDAP_BIND_DN needs PARLANCE_LDAP_BIND_PASSWORD, or PARLANCE_LDAP_BIND_PASSWORD_FILE"]
      : []),
    ...(ldapBindPassword !== undefined && ldapBindPasswordFile !== undefined
      ? ["PARLANCE_LDAP_BIND_PASSWORD and PARLANCE_LDAP_BIND_PASSWORD_FILE cannot be set both"]
      : []),
  ];
}
