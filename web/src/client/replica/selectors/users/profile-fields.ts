// Custom profile fields of the organization, and their values.
import type { CustomProfileField, ExternalAccount } from "@parlance/contract/nouns/profile-fields.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { peopleById } from "../entities-by-id.ts";

/** The numbers of the types of profile fields in the API. */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const;

/** A user's value of a profile field. */
export type ProfileValue = { readonly id: number; readonly name: string } & (
  | { readonly kind: "text"; readonly text: string }
  /** HTML that the server has rendered from Markdown. */
  | { readonly kind: "html"; readonly html: string }
  /** A date in the form `2026-11-23`. */
  | { readonly kind: "date"; readonly date: string }
  | { readonly kind: "link"; readonly href: string; readonly text: string }
  | { readonly kind: "people"; readonly userIds: readonly number[] }
);

/**
 * Returns a user's profile values, in the order of the organization's profile fields. `isShort`: only the fields that
 * profile cards show.
 */
export function profileValues(state: State, userId: number, isShort: boolean): ProfileValue[] {
  const profileData = peopleById(state).get(userId)?.profile_data ?? {};
  return (state.custom_profile_fields ?? [])
    .filter(({ display_in_profile_summary }) => !isShort || display_in_profile_summary === true)
    .flatMap((field) => {
      const value = profileData[field.id];
      return value === undefined || value.value === "" ? [] : profileValue(state, field, value);
    });
}

function profileValue(
  state: State,
  { id, name, type, field_data }: CustomProfileField,
  { value, rendered_value }: { readonly value: string; readonly rendered_value?: string | undefined },
): ProfileValue {
  switch (type) {
    case fieldTypes.choice:
      return { id, name, kind: "text", text: fieldChoices(field_data).get(value) ?? value };
    case fieldTypes.date:
      return { id, name, kind: "date", date: value };
    case fieldTypes.link:
      return { id, name, kind: "link", href: value, text: value };
    case fieldTypes.people:
      return { id, name, kind: "people", userIds: parseUserIds(value) };
    case fieldTypes.account:
      return { id, name, ...externalAccount(state, field_data, value) };
    default:
      return rendered_value === undefined
        ? { id, name, kind: "text", text: value }
        : { id, name, kind: "html", html: rendered_value };
  }
}

/** Returns the number of users who have a value in a profile field. */
export const countUsersWithValue = (state: State, fieldId: number): number =>
  [...peopleById(state).values()].filter(({ profile_data }) => (profile_data?.[fieldId]?.value ?? "") !== "").length;

/** Returns the options of a choice field in their order. Keys are the stored values, values are the texts. */
export function fieldChoices(fieldData: string): ReadonlyMap<string, string> {
  const choices = parseJson(fieldData) as Readonly<Record<string, { readonly text: string; readonly order: string }>>;
  const sorted = Object.entries(choices).toSorted(([, a], [, b]) => Number(a.order) - Number(b.order));
  return new Map(sorted.map(([value, { text }]) => [value, text]));
}

/** Parses the value of a field that contains users. Returns the ids of the users. */
export function parseUserIds(value: string): number[] {
  const ids = parseJson(value);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
}

/**
 * Parses the data of a field for an account on another site. The site is either one that the server knows by its name
 * (`subtype`), or one that the organization describes by a URL pattern.
 */
export const externalSite = (fieldData: string) =>
  parseJson(fieldData) as { readonly subtype?: string; readonly url_pattern?: string };

function externalAccount(
  { realm_default_external_accounts: known = {} }: State,
  fieldData: string,
  value: string,
): { kind: "link"; href: string; text: string } | { kind: "text"; text: string } {
  const { subtype, url_pattern } = externalSite(fieldData);
  const accounts: Readonly<Record<string, ExternalAccount>> = known;
  const pattern = url_pattern ?? accounts[subtype ?? ""]?.url_pattern;
  if (pattern === undefined || !/^https?:\/\//.test(pattern)) return { kind: "text", text: value };
  return { kind: "link", href: pattern.replace("%(username)s", encodeURIComponent(value)), text: value };
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
