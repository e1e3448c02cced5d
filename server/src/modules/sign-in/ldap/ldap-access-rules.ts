import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";
import type { LdapSettings } from "./settings.ts";
import { findAdmissionRule } from "../core/identities/find-admission-rule.ts";
import { admissionFields, type AdmissionRule } from "../core/identities/common-provider-settings.ts";
import type { DirectoryPerson } from "./directory-person.ts";

/**
 * Returns the names by which the operator's rules can refer to a directory group: its full name, and the first value of
 * its distinguished name, such as `staff` for `cn=Staff,ou=groups,dc=example`. Case and spaces next to commas and
 * equals signs are ignored.
 */
export function groupKeys(group: string): string[] {
  const whole = group.toLowerCase().replaceAll(/\s*([,=])\s*/g, "$1");
  const first = /^[a-z][a-z0-9-]*=((?:\\.|[^,+\\])+)/s.exec(whole)?.[1];
  return first === undefined ? [whole] : [whole, first.replaceAll(/\\(.)/gs, "$1")];
}

const attribute = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, "must be the name of an attribute");

/** Attributes with allowed values. For every attribute, the user must have at least one of its values. */
const Match = z.record(attribute, z.array(z.string().toLowerCase()).min(1));
type Match = z.output<typeof Match>;

/** Names of directory groups, normalized. */
const groups = z.array(z.string().transform((name) => groupKeys(name)[0] ?? name)).min(1);

const Rule = z.strictObject({
  ...admissionFields,
  groups: groups.optional(),
  attributes: Match.optional(),
  organizations: z.array(z.string()).optional(),
});

/**
 * Schema of the LDAP rules in the identity providers file: which users may use an organization or join it, their roles
 * and groups, and the attributes for profile fields.
 */
export const LdapFileEntry = z.strictObject({
  organizations: z.record(z.string(), z.array(Match)).default({}),
  admits: z.array(Rule).optional(),
  refreshes: z.array(z.enum(["role", "user_groups"])).default([]),
  user_groups: z.record(z.string().min(1), groups).default({}),
  profile_fields: z.record(z.string().min(1), attribute).default({}),
});

/** The parsed rules. */
export type LdapAccessRules = z.output<typeof LdapFileEntry>;

/** Settings of the LDAP server, and rules for its users. */
export interface DirectorySettings extends LdapSettings {
  /** Rules for the directory's users. Default: all of them may join, as members. */
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

/** Returns the reason why a user may not log in to the organization with this subdomain; null if the user may. */
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
 * Finds the rule that lets a user join an organization without an invitation; null if no rule does. If no rules are
 * configured, every user may join as a member.
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

const admissionRulesFor = (rules: LdapAccessRules | undefined, subdomain: string) =>
  rules?.admits?.filter(({ organizations }) => organizations?.includes(subdomain) ?? true);

/** Returns the role that the directory assigns to a user who has an account; null if it assigns none. */
export function directoryRole(settings: DirectorySettings, person: DirectoryPerson, subdomain: string): Role | null {
  const { accessRules } = settings;
  if (!accessRules?.admits || !accessRules.refreshes.includes("role")) return null;
  return findDirectoryAdmissionRule(settings, person, subdomain)?.role ?? null;
}

/**
 * Returns the names of the user groups that the directory assigns to a user (`wanted`), and of all groups whose members
 * the directory controls (`decided`).
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
