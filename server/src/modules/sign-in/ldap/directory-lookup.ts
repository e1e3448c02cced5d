import { readFile } from "node:fs/promises";
import type { Client, Entry } from "ldapts";
import type { LdapSettings } from "./settings.ts";
import { withLdapClient } from "./ldap-connection.ts";
import type { DirectorySettings } from "./ldap-access-rules.ts";
import { requestedAttributes, parseDirectoryEntry } from "./directory-entry.ts";
import type { DirectoryEntryResult } from "./directory-person.ts";

/** Result of looking up a username and a password in the directory. */
export type DirectoryLookupResult =
  /** The user, or the reason for a refusal, for the log: the password is wrong, or the entry cannot be used. */
  | DirectoryEntryResult
  /** The directory has no entry for the name. */
  | { readonly kind: "unknown" };

/**
 * Characters that LDAP servers ignore when they compare names. They are not allowed, because one name could be written
 * in any number of ways with them.
 */
const IGNORED_CHARACTERS = /[\p{C}\p{Default_Ignorable_Code_Point}\u{FFFC}]/u;
const MAX_NAME_LENGTH = 254;

/**
 * Normalizes a username. If a domain is appended to usernames, returns the resulting email address. Null if the
 * directory cannot have such a name.
 */
export function normalizeDirectoryUsername({ appendDomain }: LdapSettings, username: string): string | null {
  const name = username.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
  if (name === "" || name.length > MAX_NAME_LENGTH || IGNORED_CHARACTERS.test(name)) return null;
  if (appendDomain === undefined) return name;
  const at = name.lastIndexOf("@");
  if (at === -1) return `${name}@${appendDomain}`;
  return name.slice(at + 1) === appendDomain && at > 0 ? name : null;
}

/**
 * Returns the key under which wrong passwords for a name are counted as long as its entry is unknown. Different
 * spellings give the same key: LDAP servers ignore case, and Active Directory also ignores accents.
 */
export const attemptKey = (name: string): string =>
  name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();

/** Tries a password for an entry, when earlier attempts for the entry are done. */
type QueuedBind = (entry: DirectoryEntryResult, bind: () => Promise<boolean>) => Promise<boolean>;

/**
 * Checks a password with the directory.
 * @param name from `normalizeDirectoryUsername`
 * @param inTurn called when a search has found the entry, to try the password; not called for direct binds
 * @throws if the LDAP server cannot be queried; also the errors of `inTurn`
 */
export async function verifyDirectoryPassword(
  settings: DirectorySettings,
  name: string,
  password: string,
  inTurn: QueuedBind,
): Promise<DirectoryLookupResult> {
  const username = stripAppendedDomain(settings, name);
  // An LDAP bind with an empty password succeeds without proving anything.
  if (password === "") return { kind: "refused", reason: "the password is empty" };
  return withLdapClient(settings, async (client) => {
    if (settings.directBindDn !== undefined) return bindDirectly(client, settings, { name, username, password });
    const entry = await findEntry(client, settings, username);
    if (entry === null) return { kind: "unknown" };
    const found = parseDirectoryEntry(settings, entry, name);
    const isRight = await inTurn(found, () => canBindAs(client, entry.dn, password));
    return isRight ? found : { kind: "refused", reason: "wrong password" };
  });
}

/**
 * Searches the directory for the entry with a name, without checking a password.
 * @param name from `normalizeDirectoryUsername`
 * @throws if the LDAP server cannot be queried, or finds several entries
 */
export async function findDirectoryPerson(settings: DirectorySettings, name: string): Promise<DirectoryLookupResult> {
  return withLdapClient(settings, async (client) => {
    const entry = await findEntry(client, settings, stripAppendedDomain(settings, name));
    return entry === null ? { kind: "unknown" } : parseDirectoryEntry(settings, entry, name);
  });
}

/** Returns the name without the appended domain. */
const stripAppendedDomain = ({ appendDomain }: DirectorySettings, name: string): string =>
  appendDomain === undefined ? name : name.slice(0, name.lastIndexOf("@"));

interface Attempt {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

async function bindDirectly(
  client: Client,
  settings: DirectorySettings,
  attempt: Attempt,
): Promise<DirectoryLookupResult> {
  const dn = (settings.directBindDn ?? "").replaceAll("%s", () => escapeDnValue(attempt.username));
  if (!(await canBindAs(client, dn, attempt.password))) return { kind: "refused", reason: "wrong name or password" };
  const { searchEntries } = await client.search(dn, { scope: "base", ...requestedAttributes(settings) });
  const [entry] = searchEntries;
  if (!entry) return { kind: "refused", reason: "the directory does not allow users to read their own entries" };
  return parseDirectoryEntry(settings, entry, attempt.name);
}

/**
 * Finds the entry with this email address, otherwise the entry with this username; null if there is none.
 * @throws if several entries match
 */
async function findEntry(client: Client, settings: DirectorySettings, username: string): Promise<Entry | null> {
  const { emailAttribute, searchFilter } = settings;
  await bindServiceAccount(client, settings);
  if (emailAttribute !== undefined && username.includes("@")) {
    const byAddress = await search(client, settings, `(${emailAttribute}=%s)`, username);
    if (byAddress.length > 1) throw new Error(`${byAddress.length} or more entries have the address`);
    if (byAddress[0]) return byAddress[0];
  }
  const byName = await search(client, settings, searchFilter, username);
  if (byName.length > 1) throw new Error(`the filter finds ${byName.length} or more entries`);
  return byName[0] ?? null;
}

/** Searches for entries, and returns at most two. Referrals to other directories are not followed. */
async function search(client: Client, settings: DirectorySettings, filter: string, value: string): Promise<Entry[]> {
  const escaped = value.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const { searchEntries } = await client.search(settings.searchBase ?? "", {
    scope: "sub",
    filter: filter.replaceAll("%s", () => escaped),
    ...requestedAttributes(settings),
    sizeLimit: 2,
    timeLimit: settings.timeoutSeconds,
  });
  return searchEntries;
}

/** Logs in as the service account that searches, if one is configured. */
export async function bindServiceAccount(client: Client, settings: LdapSettings): Promise<void> {
  const { bindDn, bindPassword = "", bindPasswordFile } = settings;
  if (bindDn === undefined) return;
  const password =
    bindPasswordFile === undefined ? bindPassword : (await readFile(bindPasswordFile, "utf8")).replace(/[\r\n]+$/, "");
  if (password === "") throw new Error("the password of PARLANCE_LDAP_BIND_DN is empty");
  await client.bind(bindDn, password);
}

/** Returns true if the password is correct for an entry. */
async function canBindAs(client: Client, dn: string, password: string): Promise<boolean> {
  const { InvalidCredentialsError } = await import("ldapts");
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  }
}

/**
 * Escapes a value for a distinguished name (RFC 4514). Every character that may have a meaning there is replaced by its
 * hexadecimal code.
 */
const escapeDnValue = (value: string): string =>
  value.replaceAll(/[^\p{L}\p{N}._-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join(""),
  );
