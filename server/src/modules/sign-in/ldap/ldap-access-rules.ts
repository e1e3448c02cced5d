import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";
import type { LdapSettings } from "./settings.ts";
import { findAdmissionRule } from "../core/identities/find-admission-rule.ts";
import { admissionFields, type AdmissionRule } from "../core/identities/common-provider-settings.ts";
import type { DirectoryPerson } from "./directory-person.ts";

/**
 * Returns the names by which the operators' rules can refer to a group of the directory: its whole name, and the first
 * part of its distinguished name, such as `staff` for `cn=Staff,ou=groups,dc=example`. Case and spaces next to commas
 * are ignored.
 */
export function groupKeys(group: string): string[] {
  const whole = group.toLowerCase().replaceAll(/\s*([,=])\s*/g, "$1");
  const first = /^[a-z][a-z0-9-]*=((?:\\.|[^,+\\])+)/s.exec(whole)?.[1];
  return first === undefined ? [whole] : [whole, first.replaceAll(/\\(.)/gs, "$1")];
}

const attribute = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, "must be the name of an attribute");

/** Attributes with values, of which each attribute must have at least one. */
const Match = z.record(attribute, z.array(z.string().toLowerCase()).min(1));
type Match = z.output<typeof Match>;

/** Names of groups in the directory, each normalized. */
const groups = z.array(z.string().transform((name) => groupKeys(name)[0] ?? name)).min(1);

const Rule = z.strictObject({
  ...admissionFields,
  groups: groups.optional(),
  attributes: Match.optional(),
  organizations: z.array(z.string()).optional(),
});

/**
 * Rules for the users of an LDAP directory who may join, and for their roles and groups, as written in the file of
 * identity providers.
 */
export const LdapFileEntry = z.strictObject({
  organizations: z.record(z.string(), z.array(Match)).default({}),
  admits: z.array(Rule).optional(),
  refreshes: z.array(z.enum(["role", "user_groups"])).default([]),
  user_groups: z.record(z.string().min(1), groups).default({}),
  profile_fields: z.record(z.string().min(1), attribute).default({}),
});

/** Parsed rules with the same fields as the file. */
export type LdapAccessRules = z.output<typeof LdapFileEntry>;

/** Settings of the LDAP server, and rules for its users. */
export interface DirectorySettings extends LdapSettings {
  /** Default: all users of the directory may join, as members. */
  readonly accessRules?: LdapAccessRules | undefined;
}

/** Returns the attributes that the access rules refer to. */
export const attributesInAccessRules = ({
  organizations,
  admits = [],
  profile_fields: fields,
}: LdapAccessRules): string[] => [
  ...Object.values(organizations).flatMap((matches) => matches.flatMap((match) => Object.keys(match))),
  ...admits.flatMap(({ attributes = {} }) => Object.keys(attributes)),
  ...Object.values(fields),
];

const isMatch = (match: Match, person: DirectoryPerson): boolean =>
  Object.entries(match).every(([name, values]) =>
    person.valuesOf(name).some((value) => values.includes(value.toLowerCase())),
  );

/** Returns the reason why a user may not log in to the organization with a subdomain; null: the user may. */
export function accessRefusalReason(
  { accessRules }: DirectorySettings,
  person: DirectoryPerson,
  subdomain: string,
): string | null {
  if (person.isDisabled) return "is disabled";
  const matches = accessRules?.organizations[subdomain];
  const isNamed = person.organizations?.includes(subdomain) ?? true;
  const isMatched = matches?.some((match) => isMatch(match, person)) ?? true;
  return isNamed && isMatched ? null : "is not allowed to use this organization";
}

/**
 * Finds the rule by which a user may join an organization without an invitation; null: the user may not. Without rules,
 * users join as members.
 */
export function findDirectoryAdmissionRule(
  { accessRules }: DirectorySettings,
  person: DirectoryPerson,
  subdomain: string,
): AdmissionRule | null {
  const rules = admissionRulesFor(accessRules, subdomain);
  if (!rules) return DEFAULT_ADMISSION_RULE;
  return findAdmissionRule(
    rules.filter(({ attributes = {} }) => isMatch(attributes, person)),
    person,
  );
}

const DEFAULT_ADMISSION_RULE: AdmissionRule = { role: roles.member, user_groups: [] };

const admissionRulesFor = (door: LdapAccessRules | undefined, subdomain: string) =>
  door?.admits?.filter(({ organizations }) => organizations?.includes(subdomain) ?? true);

/** Returns the role that the directory assigns to a user who has an account; null: none. */
export function directoryRole(settings: DirectorySettings, person: DirectoryPerson, subdomain: string): Role | null {
  const { accessRules } = settings;
  if (!accessRules?.admits || !accessRules.refreshes.includes("role")) return null;
  return findDirectoryAdmissionRule(settings, person, subdomain)?.role ?? null;
}

/**
 * Returns the user groups that the directory assigns to a user (`wanted`), and those that it controls (`decided`), by
 * their names in the organization.
 */
export function directoryGroups(
  settings: DirectorySettings,
  person: DirectoryPerson,
  subdomain: string,
): { readonly wanted: ReadonlySet<string>; readonly decided: ReadonlySet<string> } {
  const { accessRules } = settings;
  const mapped = Object.entries(accessRules?.user_groups ?? {});
  const theirs = mapped.filter(([, names]) => names.some((name) => person.groups.includes(name)));
  const names = (of: typeof mapped) => of.map(([name]) => name);
  if (!accessRules?.refreshes.includes("user_groups"))
    return { wanted: new Set(names(theirs)), decided: new Set(names(mapped)) };
  const rule = findDirectoryAdmissionRule(settings, person, subdomain);
  const ofRules = (admissionRulesFor(accessRules, subdomain) ?? []).flatMap(({ user_groups: named }) => named);
  return {
    wanted: new Set([...names(theirs), ...(rule?.user_groups ?? [])]),
    decided: new Set([...names(mapped), ...ofRules]),
  };
}
