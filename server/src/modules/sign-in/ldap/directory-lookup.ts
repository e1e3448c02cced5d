import { readFile } from "node:fs/promises";
import type { Client, Entry } from "ldapts";
import type { LdapSettings } from "./settings.ts";
import { withLdapClient } from "./ldap-connection.ts";
import type { DirectorySettings } from "./ldap-access-rules.ts";
import { requestedAttributes, parseDirectoryEntry } from "./directory-entry.ts";
import type { DirectoryEntryResult } from "./directory-person.ts";

/** What the directory says of a name and a password. */
export type DirectoryLookupResult =
  /** The reason, for the log: this is not the password, or what is known of them is no good. */
  | DirectoryEntryResult
  /** It has nobody of that name. */
  | { readonly kind: "unknown" };

/** What LDAP servers leave out where they compare names, so that one name could be written in any number of ways. */
const IGNORED_CHARACTERS = /[\p{C}\p{Default_Ignorable_Code_Point}\u{FFFC}]/u;
const MAX_NAME_LENGTH = 254;

/**
 * The one way to write a name that somebody logs in with: as an address where a domain is appended to names. Null: the
 * directory is not asked for such names.
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
 * Under what guesses at a name count until its entry is known. LDAP servers take many spellings for one name: they ignore case,
 * and Active Directory ignores accents, too.
 */
export const attemptKey = (name: string): string =>
  name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();

/** Has a password be tried for an entry, when its turn has come. */
type QueuedBind = (entry: DirectoryEntryResult, bind: () => Promise<boolean>) => Promise<boolean>;

/**
 * Asks the directory whether this is somebody's password.
 * @param name from `normalizeDirectoryUsername`
 * @param inTurn called where the entry is known before the password is tried
 * @throws where the LDAP server cannot be asked, and what `withNotificationsLock` throws
 */
export async function verifyDirectoryPassword(
  settings: DirectorySettings,
  name: string,
  password: string,
  inTurn: QueuedBind,
): Promise<DirectoryLookupResult> {
  const username = stripAppendedDomain(settings, name);
  // With an empty password, a bind succeeds without proving anything.
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
 * Looks for whoever has a name, without a password.
 * @param name from `normalizeDirectoryUsername`
 * @throws where the LDAP server cannot be asked, or finds several
 */
export async function findDirectoryPerson(settings: DirectorySettings, name: string): Promise<DirectoryLookupResult> {
  return withLdapClient(settings, async (client) => {
    const entry = await findEntry(client, settings, stripAppendedDomain(settings, name));
    return entry === null ? { kind: "unknown" } : parseDirectoryEntry(settings, entry, name);
  });
}

/** The name without the domain that was appended to it. */
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

/** Whoever has the address, or else the name; null where that is nobody, or more than one. */
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

/** At most two entries. Places in other directories that the server refers to are not looked at. */
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

/** Proves who searches, where the directory wants to know. */
export async function bindServiceAccount(client: Client, settings: LdapSettings): Promise<void> {
  const { bindDn, bindPassword = "", bindPasswordFile } = settings;
  if (bindDn === undefined) return;
  const password =
    bindPasswordFile === undefined ? bindPassword : (await readFile(bindPasswordFile, "utf8")).replace(/[\r\n]+$/, "");
  if (password === "") throw new Error("the password of PARLANCE_LDAP_BIND_DN is empty");
  await client.bind(bindDn, password);
}

/** Whether the password is that of an entry. */
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

/** A value within a distinguished name, as RFC 4514 has it; each sign that means anything there is written as its code. */
const escapeDnValue = (value: string): string =>
  value.replaceAll(/[^\p{L}\p{N}._-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join(""),
  );
