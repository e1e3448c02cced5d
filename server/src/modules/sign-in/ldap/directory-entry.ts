import type { Entry } from "ldapts";
import type { LdapSettings } from "./settings.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { attributesInAccessRules, type DirectorySettings, groupKeys } from "./ldap-access-rules.ts";
import type { DirectoryEntryResult } from "./directory-person.ts";

/** Attributes that are read as bytes, as servers spell them in responses, whatever spelling was requested. */
const BINARY_ATTRIBUTES = ["entryUUID", "objectGUID", "jpegPhoto", "thumbnailPhoto", "photo"];

/** Returns the names of the attributes to request for an entry. */
export function requestedAttributes(settings: DirectorySettings): {
  attributes: string[];
  explicitBufferAttributes: string[];
} {
  const { emailAttribute, nameAttributes, disabledAttribute, organizationAttribute, accessRules } = settings;
  const { idAttribute, pictureAttribute, groupsAttribute } = settings;
  const named = [emailAttribute, ...nameAttributes, disabledAttribute, organizationAttribute, groupsAttribute];
  const bytes = [idAttribute, pictureAttribute];
  const attributes = [...named, ...bytes, ...(accessRules ? attributesInAccessRules(accessRules) : [])].filter(
    (name) => name !== undefined,
  );
  return {
    attributes: [...new Set(attributes)],
    explicitBufferAttributes: [...BINARY_ATTRIBUTES, ...bytes.filter((name) => name !== undefined)],
  };
}

/** Parses an entry into its user; refuses an entry without an email address. `name` is the normalized username. */
export function parseDirectoryEntry(settings: LdapSettings, entry: Entry, name: string): DirectoryEntryResult {
  const { appendDomain, emailAttribute, nameAttributes, disabledAttribute, organizationAttribute } = settings;
  // If a domain is appended to usernames, the resulting address counts, even if the entry contains another one:
  // addresses of other domains do not belong to the directory.
  const email =
    appendDomain !== undefined || emailAttribute === undefined
      ? name
      : attributeValues(entry, emailAttribute)[0]?.trim();
  if (email === undefined || !isEmailAddress(email))
    return { kind: "refused", reason: "the entry has no email address" };
  const { pictureAttribute, groupsAttribute } = settings;
  const person = {
    dn: entry.dn,
    entryId: parseEntryId(settings, entry),
    email,
    fullName: nameAttributes.flatMap((attribute) => attributeValues(entry, attribute).slice(0, 1)).join(" "),
    isDisabled:
      disabledAttribute !== undefined && isSet(disabledAttribute, attributeValues(entry, disabledAttribute)[0]),
    organizations: organizationAttribute === undefined ? null : attributeValues(entry, organizationAttribute),
    groups: groupsAttribute === undefined ? [] : attributeValues(entry, groupsAttribute).flatMap(groupKeys),
    picture: pictureAttribute === undefined ? null : (attributeBytes(entry, pictureAttribute) ?? null),
    valuesOf: (attribute: string) => attributeValues(entry, attribute),
  };
  return { kind: "person", person };
}

const rawAttributeValues = (entry: Entry, attribute: string): (Buffer | string)[] => {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  return key === undefined ? [] : [entry[key] ?? []].flat();
};

/** Returns the values of an attribute as texts. Attribute names are matched ignoring case. */
export const attributeValues = (entry: Entry, attribute: string): string[] =>
  rawAttributeValues(entry, attribute)
    .map(String)
    .filter((value) => value !== "");

function attributeBytes(entry: Entry, attribute: string): Buffer | undefined {
  const [value] = rawAttributeValues(entry, attribute);
  return value === undefined || value.length === 0 ? undefined : Buffer.from(value);
}

/**
 * Attribute with Active Directory's identifier, which is always read as bytes: its 16 bytes could happen to be valid
 * text.
 */
const BINARY_ID = "objectguid";

function parseEntryId({ idAttribute }: LdapSettings, entry: Entry): string | null {
  if (idAttribute === undefined) return null;
  const attribute = idAttribute.toLowerCase();
  const value = attributeBytes(entry, attribute);
  if (value === undefined) return null;
  return `${attribute}=${attribute === BINARY_ID ? value.toString("hex") : value.toString().toLowerCase()}`;
}

const ACCOUNT_DISABLED = 2;

const isSet = (attribute: string, value = ""): boolean =>
  attribute.toLowerCase() === "useraccountcontrol"
    ? (Number(value) & ACCOUNT_DISABLED) !== 0
    : ["true", "yes"].includes(value.toLowerCase());
