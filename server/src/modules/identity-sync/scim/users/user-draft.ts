import { z } from "zod";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { invalidValue } from "../errors.ts";
import { isObject, type Json, storedText, toList, getMember, toKeyword } from "../protocol/json.ts";
import type { Attributes } from "../protocol/scim-patch.ts";
import type { ScimUser } from "./users.ts";

/** Attributes of users that a directory can change. */
export const userAttributes: Attributes = {
  userName: "simple",
  externalId: "simple",
  name: "complex",
  displayName: "simple",
  active: "simple",
  emails: "list",
  roles: "listOfOne",
  role: "simple",
};

/** Attributes that a directory sends for a user. */
export interface UserDraft {
  readonly userName: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly fullName: string;
  readonly isActive: boolean;
  /** Role that the directory assigns; null if it sends no role. */
  readonly role: Role | null;
}

const optional = storedText.nullish().transform((value) => (value === "" ? null : (value ?? null)));
const booleanValue = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false"]))
    .transform((value) => value === "true"),
]);

const UserResource = z.object({
  userName: storedText.min(1),
  externalId: optional,
  displayName: optional,
  active: booleanValue.default(true),
  name: z
    .object({ formatted: optional, givenName: optional, familyName: optional })
    .default({ formatted: null, givenName: null, familyName: null }),
});

/**
 * Parses a resource that replaces a user's data. `known` is the current data, null for a new user. A resource contains
 * the name in several formats; if they differ, the one that differs from `known` counts, because directories change one
 * and leave the rest.
 * @throws ScimError
 */
export function parseUserDraft(resource: unknown, known: ScimUser | null): UserDraft {
  if (!isObject(resource)) throw invalidValue("A user must be an object");
  const name = getMember(resource, "name");
  const sent = UserResource.safeParse({
    ...pickMembers(resource, ["userName", "externalId", "displayName", "active"]),
    ...(isObject(name) ? { name: pickMembers(name, ["formatted", "givenName", "familyName"]) } : {}),
  });
  if (!sent.success) throw invalidValue(z.prettifyError(sent.error));
  const { userName, externalId, active } = sent.data;
  const { givenName, familyName } = sent.data.name;
  return {
    userName,
    email: parseEmail(resource, userName, known),
    externalId,
    givenName,
    familyName,
    fullName: parseFullName(sent.data, known),
    isActive: active,
    role: parseRole(resource),
  };
}

const pickMembers = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, getMember(object, name) ?? undefined]));

function parseFullName({ displayName, name, userName }: z.output<typeof UserResource>, known: ScimUser | null): string {
  const whole = [name.givenName, name.familyName].filter((part) => part !== null).join(" ") || null;
  const before = [known?.givenName, known?.familyName].filter((part) => part).join(" ") || null;
  const sources = [
    { value: displayName, was: known?.fullName },
    { value: name.formatted, was: known?.fullName },
    { value: whole, was: before },
  ].filter(({ value }) => value !== null);
  const changed = sources.find(({ value, was }) => value !== was) ?? sources[0];
  return changed?.value ?? known?.fullName ?? userName.replace(/@.*$/, "");
}

/**
 * Returns the primary email address, otherwise the work address, otherwise the first one. If the emails are missing or
 * unchanged, a `userName` that is an email address is used instead, unless the known `userName` differs from the known
 * address, which then stays.
 */
function parseEmail(resource: Json, userName: string, known: ScimUser | null): string {
  const sent = toList(getMember(resource, "emails")).map((one) => (isObject(one) ? one : { value: one }));
  const is = (name: string, value: string) => (one: Json) => toKeyword(getMember(one, name)) === value;
  const chosen = sent.find(is("primary", "true")) ?? sent.find(is("type", "work")) ?? sent[0];
  const value = chosen && getMember(chosen, "value");
  const email = typeof value === "string" ? value.trim() : null;
  if (known && (email === null || email === known.email)) {
    const followsName = known.userName === known.email && isEmailAddress(userName);
    return followsName ? userName : known.email;
  }
  const address = email ?? userName;
  if (!isEmailAddress(address)) throw invalidValue(`${address} is not an email address`);
  return address;
}

const roleNames: Readonly<Record<string, Role>> = {
  ...roles,
  admin: roles.administrator,
  ...Object.fromEntries(Object.values(roles).map((role) => [String(role), role])),
};

/**
 * Parses the role: from `role` if it was sent, otherwise from the primary or first value of `roles`; null if no role
 * was sent.
 */
function parseRole(resource: Json): Role | null {
  const sent = toList(getMember(resource, "roles")).map((one) => (isObject(one) ? one : { value: one }));
  const chosen = sent.find((one) => toKeyword(getMember(one, "primary")) === "true") ?? sent[0];
  const named = getMember(resource, "role") ?? (chosen && parseRoleName(getMember(chosen, "value")));
  if (named === undefined || named === null || named === "") return null;
  const key = toKeyword(named);
  const role = Object.hasOwn(roleNames, key) ? roleNames[key] : undefined;
  if (role === undefined) throw invalidValue(`Unknown role; the roles are ${Object.keys(roles).join(", ")}`);
  return role;
}

/** Returns the name of a role. Entra ID may send an app role as JSON text, whose `value` is the name. */
function parseRoleName(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    const appRole: unknown = JSON.parse(value);
    return isObject(appRole) ? getMember(appRole, "value") : value;
  } catch {
    return value;
  }
}
