import type { Entry } from "ldapts";
import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { attributesOfDoor, type DirectorySettings } from "./ldap-access-rules.ts";
import { groupKeys } from "./group-keys.ts";
import type { PersonOrReason } from "./directory-person.ts";

/** How attributes of bytes are spelled that servers name in their own way, whatever was asked for. */
const OF_BYTES = ["entryUUID", "objectGUID", "jpegPhoto", "thumbnailPhoto", "photo"];

/** What is read of an entry. */
export function attributesOf(settings: DirectorySettings): {
  attributes: string[];
  explicitBufferAttributes: string[];
} {
  const { emailAttribute, nameAttributes, disabledAttribute, organizationAttribute, door } = settings;
  const { idAttribute, pictureAttribute, groupsAttribute } = settings;
  const named = [emailAttribute, ...nameAttributes, disabledAttribute, organizationAttribute, groupsAttribute];
  const bytes = [idAttribute, pictureAttribute];
  const attributes = [...named, ...bytes, ...(door ? attributesOfDoor(door) : [])].filter((name) => name !== undefined);
  return {
    attributes: [...new Set(attributes)],
    explicitBufferAttributes: [...OF_BYTES, ...bytes.filter((name) => name !== undefined)],
  };
}

/** Who an entry is. `name`: the one that they log in with. */
export function personOf(settings: LdapSettings, entry: Entry, name: string): PersonOrReason {
  const { appendDomain, emailAttribute, nameAttributes, disabledAttribute, organizationAttribute } = settings;
  // A domain that is appended decides: an address of another domain is none of the directory's.
  const email =
    appendDomain !== undefined || emailAttribute === undefined ? name : valuesOf(entry, emailAttribute)[0]?.trim();
  if (email === undefined || !isEmailAddress(email))
    return { kind: "refused", reason: "the entry has no email address" };
  const { pictureAttribute, groupsAttribute } = settings;
  const person = {
    dn: entry.dn,
    entryId: entryIdOf(settings, entry),
    email,
    fullName: nameAttributes.flatMap((attribute) => valuesOf(entry, attribute).slice(0, 1)).join(" "),
    isDisabled: disabledAttribute !== undefined && isSet(disabledAttribute, valuesOf(entry, disabledAttribute)[0]),
    organizations: organizationAttribute === undefined ? null : valuesOf(entry, organizationAttribute),
    groups: groupsAttribute === undefined ? [] : valuesOf(entry, groupsAttribute).flatMap(groupKeys),
    picture: pictureAttribute === undefined ? null : (bytesOf(entry, pictureAttribute) ?? null),
    valuesOf: (attribute: string) => valuesOf(entry, attribute),
  };
  return { kind: "person", person };
}

const rawValuesOf = (entry: Entry, attribute: string): (Buffer | string)[] => {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  return key === undefined ? [] : [entry[key] ?? []].flat();
};

/** The values of an attribute as texts; names of attributes do not mind case. */
export const valuesOf = (entry: Entry, attribute: string): string[] =>
  rawValuesOf(entry, attribute)
    .map(String)
    .filter((value) => value !== "");

function bytesOf(entry: Entry, attribute: string): Buffer | undefined {
  const [value] = rawValuesOf(entry, attribute);
  return value === undefined || value.length === 0 ? undefined : Buffer.from(value);
}

/** Active Directory's are 16 bytes, which may look like a text. */
const BINARY_ID = "objectguid";

function entryIdOf({ idAttribute }: LdapSettings, entry: Entry): string | null {
  if (idAttribute === undefined) return null;
  const attribute = idAttribute.toLowerCase();
  const value = bytesOf(entry, attribute);
  if (value === undefined) return null;
  return `${attribute}=${attribute === BINARY_ID ? value.toString("hex") : value.toString().toLowerCase()}`;
}

const ACCOUNT_DISABLED = 2;

const isSet = (attribute: string, value = ""): boolean =>
  attribute.toLowerCase() === "useraccountcontrol"
    ? (Number(value) & ACCOUNT_DISABLED) !== 0
    : ["true", "yes"].includes(value.toLowerCase());
