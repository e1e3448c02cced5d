import {
  filePath,
  flag,
  integer,
  oneOf,
  optional,
  setting,
  type SettingKind,
  string,
  type ValueOf,
} from "@parlance/kernel/config/setting.ts";

const attribute = string("the name of an attribute", /^[A-Za-z][A-Za-z0-9-]*$/);
const attributes: SettingKind<string> = {
  ...string("one or two attributes", /^[A-Za-z][A-Za-z0-9-]*(,[A-Za-z][A-Za-z0-9-]*)?$/),
  fileType: "list",
};
const distinguishedName = string("a distinguished name, such as cn=chat,dc=example,dc=com", /^[^=,]+=./);

/** Settings of the LDAP server that checks logins. */
export const ldapDeclarations = {
  ldapUrl: optional(string("a URL such as ldaps://ldap.example.com", /^ldaps?:\/\/[^/?#\s@]+\/?$/), {
    key: "ldap.url",
    variable: "PARLANCE_LDAP_URL",
    defaultText: "none: no LDAP login",
    meaning:
      "LDAP server that checks the passwords of users who log in. Users without an account get one at their first login.",
  }),
  ldapStartTls: setting(flag, {
    key: "ldap.start_tls",
    variable: "PARLANCE_LDAP_START_TLS",
    default: true,
    meaning:
      "Whether connections to an `ldap://` URL are encrypted with StartTLS. If false, passwords are sent unencrypted.",
  }),
  ldapCaFile: optional(filePath, {
    key: "ldap.ca_file",
    variable: "PARLANCE_LDAP_CA_FILE",
    defaultText: "the authorities that Node.js trusts",
    meaning: "PEM file with the certificates of the authorities that are trusted for the LDAP server.",
  }),
  ldapBindDn: optional(distinguishedName, {
    key: "ldap.bind_dn",
    variable: "PARLANCE_LDAP_BIND_DN",
    defaultText: "none: searches are anonymous",
    meaning: "Distinguished name with which the server searches the directory.",
  }),
  ldapBindPassword: optional(string("a password"), {
    key: "ldap.bind_password",
    variable: "PARLANCE_LDAP_BIND_PASSWORD",
    isSecret: true,
    defaultText: "none",
    meaning: "Password for `PARLANCE_LDAP_BIND_DN`.",
  }),
  ldapBindPasswordFile: optional(filePath, {
    key: "ldap.bind_password_file",
    variable: "PARLANCE_LDAP_BIND_PASSWORD_FILE",
    defaultText: "none",
    meaning: "File with that password, read for each connection. Trailing line breaks are ignored.",
  }),
  ldapSearchBase: optional(distinguishedName, {
    key: "ldap.search_base",
    variable: "PARLANCE_LDAP_SEARCH_BASE",
    defaultText: "none",
    meaning: "Base of the search for users. Required unless users are bound directly.",
  }),
  ldapSearchFilter: setting(string("a filter in parentheses with %s in it", /^\(.*%s.*\)$/s), {
    key: "ldap.search_filter",
    variable: "PARLANCE_LDAP_SEARCH_FILTER",
    default: "(uid=%s)",
    meaning: "Filter that finds a user by login name, which replaces `%s`.",
  }),
  ldapDirectBindDn: optional(string("a distinguished name with %s in it", /^[^=,]+=.*%s/s), {
    key: "ldap.direct_bind_dn",
    variable: "PARLANCE_LDAP_DIRECT_BIND_DN",
    defaultText: "none: users are searched",
    meaning:
      "Distinguished name of a user with the login name `%s`, such as `uid=%s,ou=people,dc=example,dc=com`, to bind without a search. Requires `PARLANCE_LDAP_APPEND_DOMAIN`.",
  }),
  ldapAppendDomain: optional(string("a domain", /^[a-z0-9-]+(\.[a-z0-9-]+)+$/), {
    key: "ldap.append_domain",
    variable: "PARLANCE_LDAP_APPEND_DOMAIN",
    defaultText: "none",
    meaning:
      "Domain that is appended to login names to form email addresses. Only addresses of this domain are looked up in the directory.",
  }),
  ldapEmailAttribute: optional(attribute, {
    key: "ldap.email_attribute",
    variable: "PARLANCE_LDAP_EMAIL_ATTRIBUTE",
    defaultText: "none: users log in with their email address, for which the filter searches",
    meaning:
      "Attribute with the user's email address, such as `mail`. Users can log in with their name or their address.",
  }),
  ldapNameAttributes: setting(attributes, {
    key: "ldap.name_attributes",
    variable: "PARLANCE_LDAP_NAME_ATTRIBUTES",
    default: "cn",
    meaning: "Attribute with the user's full name, or two attributes with its parts, such as `givenName,sn`.",
  }),
  ldapDisabledAttribute: optional(attribute, {
    key: "ldap.disabled_attribute",
    variable: "PARLANCE_LDAP_DISABLED_ATTRIBUTE",
    defaultText: "none",
    meaning:
      "Attribute that marks disabled users: `userAccountControl` by its second bit, any other by the value `TRUE` or `YES`.",
  }),
  ldapIdAttribute: setting(attribute, {
    key: "ldap.id_attribute",
    variable: "PARLANCE_LDAP_ID_ATTRIBUTE",
    default: "entryUUID",
    meaning:
      "Attribute with a permanent ID of the entry, such as `objectGUID` in Active Directory. It identifies the account after the user's name or address has changed. Entries without it are identified by their email addresses.",
  }),
  ldapPictureAttribute: optional(attribute, {
    key: "ldap.picture_attribute",
    variable: "PARLANCE_LDAP_PICTURE_ATTRIBUTE",
    defaultText: "none: users upload their own pictures",
    meaning: "Attribute with the user's profile picture, such as `jpegPhoto` or `thumbnailPhoto`.",
  }),
  ldapGroupsAttribute: optional(attribute, {
    key: "ldap.groups_attribute",
    variable: "PARLANCE_LDAP_GROUPS_ATTRIBUTE",
    defaultText: "none: groups are not synchronized",
    meaning: "Attribute with the groups that the user is in, such as `memberOf`.",
  }),
  ldapOrganizationAttribute: optional(attribute, {
    key: "ldap.organization_attribute",
    variable: "PARLANCE_LDAP_ORGANIZATION_ATTRIBUTE",
    defaultText: "none: users of the directory can join all organizations",
    meaning: "Attribute with the subdomains of the organizations that the user can log in to.",
  }),
  ldapSync: setting(oneOf("never", "quarter-hourly", "hourly", "daily"), {
    key: "ldap.sync",
    variable: "PARLANCE_LDAP_SYNC",
    default: "never",
    meaning:
      "How often accounts are synchronized with the directory: names are updated, accounts of removed users are deactivated, and reactivated if a synchronization had deactivated them. Run `parlance ldap sync` to synchronize immediately.",
  }),
  ldapSyncMostPercent: setting(integer(1, 100), {
    key: "ldap.sync_max_deactivated_percent",
    variable: "PARLANCE_LDAP_SYNC_MAX_DEACTIVATED_PERCENT",
    formerVariable: "PARLANCE_LDAP_SYNC_MOST_PERCENT",
    default: 10,
    unit: "percent",
    meaning:
      "Maximum share of the directory's users that one synchronization may deactivate; up to three are always allowed. If it would deactivate more, it deactivates none.",
  }),
  ldapDoesSecondFactor: setting(flag, {
    key: "ldap.has_second_factor",
    variable: "PARLANCE_LDAP_HAS_SECOND_FACTOR",
    formerVariable: "PARLANCE_LDAP_DOES_SECOND_FACTOR",
    default: false,
    meaning:
      "Whether the LDAP server checks a second factor itself, such as a code appended to the password. If true, users who log in with LDAP do not need the two-factor authentication that they set up here.",
  }),
  ldapTimeoutSeconds: setting(integer(1, 60), {
    key: "ldap.timeout_seconds",
    variable: "PARLANCE_LDAP_TIMEOUT_SECONDS",
    default: 10,
    unit: "seconds",
    meaning: "Total time that a login waits for the LDAP server.",
  }),
};

type LdapSettingValues = { readonly [K in keyof typeof ldapDeclarations]: ValueOf<(typeof ldapDeclarations)[K]> };

/** Configuration of login by LDAP. Each field has the meaning of the setting with the same name after `ldap`. */
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
  /** If undefined, entries are identified by their email addresses. */
  readonly idAttribute?: string | undefined;
  readonly pictureAttribute?: string | undefined;
  readonly groupsAttribute?: string | undefined;
  readonly sync: "never" | "quarter-hourly" | "hourly" | "daily";
  readonly syncMostPercent: number;
  readonly doesSecondFactor: boolean;
  readonly timeoutSeconds: number;
}

/** Returns the LDAP configuration, or undefined if no LDAP server is set. */
export function ldapSettings(values: LdapSettingValues): LdapSettings | undefined {
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

/** Returns a sentence for each contradiction between the settings. */
export function findLdapSettingErrors(values: LdapSettingValues): string[] {
  const { ldapUrl, ldapSearchBase, ldapDirectBindDn, ldapAppendDomain, ldapBindDn } = values;
  const { ldapBindPassword, ldapBindPasswordFile } = values;
  if (ldapUrl === undefined) return [];
  return [
    ...(ldapSearchBase === undefined && ldapDirectBindDn === undefined
      ? ["PARLANCE_LDAP_URL requires PARLANCE_LDAP_SEARCH_BASE or PARLANCE_LDAP_DIRECT_BIND_DN"]
      : []),
    ...(ldapDirectBindDn !== undefined && ldapAppendDomain === undefined
      ? ["PARLANCE_LDAP_DIRECT_BIND_DN requires PARLANCE_LDAP_APPEND_DOMAIN"]
      : []),
    ...(ldapSearchBase === undefined && values.ldapSync !== "never"
      ? ["PARLANCE_LDAP_SYNC requires PARLANCE_LDAP_SEARCH_BASE"]
      : []),
    // LDAP servers accept a bind with a name and an empty password, but as an anonymous user.
    ...(ldapBindDn !== undefined && ldapBindPassword === undefined && ldapBindPasswordFile === undefined
      ? ["PARLANCE_LDAP_BIND_DN requires PARLANCE_LDAP_BIND_PASSWORD or PARLANCE_LDAP_BIND_PASSWORD_FILE"]
      : []),
    ...(ldapBindPassword !== undefined && ldapBindPasswordFile !== undefined
      ? ["PARLANCE_LDAP_BIND_PASSWORD and PARLANCE_LDAP_BIND_PASSWORD_FILE cannot both be set"]
      : []),
  ];
}
