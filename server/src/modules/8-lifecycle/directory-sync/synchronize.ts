import { linkToDirectory } from "#auth/actions/link-to-directory.ts";
import { noteDirectoryDecision } from "#auth/actions/note-directory-decision.ts";
import { usesLdap } from "#auth/ldap/availability.ts";
import type { DirectoryPerson } from "#auth/ldap/directory.ts";
import { readDirectory } from "#auth/ldap/people.ts";
import type { Clock } from "#kernel/clock.ts";
import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import type { Database, Reader } from "#kernel/db/types.ts";
import { AppError } from "#kernel/errors.ts";
import type { Logger } from "#kernel/log.ts";
import { emailKey } from "#modules/1-ground/users/addresses.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";
import { deactivateUser } from "#modules/8-lifecycle/accounts/actions/deactivate-user.ts";
import { reactivateUser } from "#modules/8-lifecycle/user-administration/actions/reactivate-user.ts";
import { takeFromDirectory } from "./refresh-from-directory.ts";

/** Nothing may be concluded from what the directory says; the message tells the operator what to do. */
export class DirectoryNotTrusted extends Error {
  override readonly name = "DirectoryNotTrusted";
}

interface Parts {
  readonly db: Database;
  readonly ldap: LdapSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal?: AbortSignal | undefined;
  /** Whether nothing is changed, and only told what would be. */
  readonly isTrial: boolean;
  /** Called after each page, with the number of people read so far. */
  readonly onProgress?: ((people: number) => void) | undefined;
}

/** What a synchronisation did, or would do: numbers of people in the directory, and of accounts. */
export interface SyncSummary {
  people: number;
  linked: number;
  updated: number;
  deactivated: number;
  reactivated: number;
}

/** So few people may go at once in any organization of people, however few there are. */
const ALWAYS_MAY_GO = 3;

/**
 * Makes all accounts of the directory's people what it says of them: their names; deactivated where somebody is gone, disabled
 * or may not use the organization; and active again where a synchronisation had deactivated them. Accounts of others stay.
 * @throws DirectoryNotTrusted where it shows nobody, or where too many would be deactivated: then nobody is
 * @throws where the LDAP server cannot be asked: then nobody is deactivated either
 */
export async function synchronize(parts: Parts): Promise<SyncSummary> {
  const { db, ldap, log, isTrial, onProgress, signal } = parts;
  const summary: SyncSummary = { people: 0, linked: 0, updated: 0, deactivated: 0, reactivated: 0 };
  const realms = await realmsOf(db.reader, ldap);
  const [staying, going] = [new Set<number>(), new Set<number>()];
  await readDirectory(ldap, async (people) => {
    signal?.throwIfAborted();
    for (const found of await accountsOf(db.reader, realms, people)) {
      const { account, person } = found;
      if (staying.has(account.id)) continue;
      if (!mayUse(person, realms.get(account.realm_id) ?? "")) {
        going.add(account.id);
        if (account.dn === null && account.is_active) await link(parts, found, summary);
        continue;
      }
      staying.add(account.id);
      await follow(parts, found, summary);
    }
    summary.people += people.length;
    onProgress?.(summary.people);
    log.info({ people: summary.people, isTrial }, "reading the directory");
  });
  if (summary.people === 0) {
    throw new DirectoryNotTrusted(
      "the directory shows nobody, so nobody is deactivated; see PARLANCE_LDAP_SEARCH_BASE, PARLANCE_LDAP_SEARCH_FILTER and what PARLANCE_LDAP_BIND_DN may read",
    );
  }
  await deactivateOthers(parts, { realms, staying, going, summary });
  return summary;
}

/** Subdomains of the organizations whose people log in by LDAP, by id. */
async function realmsOf(db: Reader, ldap: LdapSettings): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("realm")
    .select(["id", "subdomain"])
    .where("subdomain", "is not", null)
    .where("deactivated_at", "is", null)
    .execute();
  const realms = new Map<number, string>();
  for (const { id, subdomain } of rows) {
    const { authentication_methods: methods } = await realmSettings(db, id);
    if (usesLdap(ldap, methods)) realms.set(id, subdomain ?? "");
  }
  return realms;
}

const mayUse = ({ isDisabled, organizations }: DirectoryPerson, subdomain: string): boolean =>
  !isDisabled && organizations?.includes(subdomain) !== false;

interface Account {
  readonly id: number;
  readonly realm_id: number;
  readonly full_name: string;
  readonly is_active: boolean;
  /** Of the entry that it is linked to; null: it is not. */
  readonly dn: string | null;
  readonly deactivated_at: Date | null;
}

interface Found {
  readonly account: Account;
  readonly person: DirectoryPerson;
}

/** Whose accounts these people have: those with their addresses, and those linked to their entries that have another by now. */
async function accountsOf(
  db: Reader,
  realms: ReadonlyMap<number, string>,
  people: readonly DirectoryPerson[],
): Promise<Found[]> {
  if (people.length === 0 || realms.size === 0) return [];
  const byKey = new Map(people.map((person) => [emailKey(person.email), person]));
  const byDn = new Map(people.map((person) => [person.dn, person]));
  const rows = await db
    .selectFrom("account")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.id", "account.realm_id", "account.full_name", "account.is_active", "account.email_key"])
    .select(["directory_link.dn", "directory_link.deactivated_at"])
    .where("account.realm_id", "in", [...realms.keys()])
    .where("account.bot_type", "is", null)
    .where((is) =>
      is.or([is("account.email_key", "in", [...byKey.keys()]), is("directory_link.dn", "in", [...byDn.keys()])]),
    )
    .execute();
  const taken = new Set(rows.map(({ realm_id, email_key }) => `${realm_id} ${email_key}`));
  return rows.flatMap(({ email_key, ...account }) => {
    const person = byKey.get(email_key);
    if (person) return [{ account, person }];
    const linked = byDn.get(account.dn ?? "");
    const isAnothers = linked && taken.has(`${account.realm_id} ${emailKey(linked.email)}`);
    return linked && !isAnothers ? [{ account, person: linked }] : [];
  });
}

async function link({ db, isTrial }: Parts, { account, person }: Found, summary: SyncSummary): Promise<void> {
  summary.linked += 1;
  const { id: userId, realm_id: realmId } = account;
  if (!isTrial) await db.write((tx) => linkToDirectory(tx, { realmId, userId, dn: person.dn }));
}

async function follow({ db, clock, log, isTrial }: Parts, { account, person }: Found, summary: SyncSummary) {
  const { id: userId, realm_id: realmId } = account;
  const returns = !account.is_active && account.deactivated_at !== null;
  // What others have deactivated is theirs.
  if (!account.is_active && !returns) return;
  const changes = account.dn !== person.dn || (person.fullName !== "" && account.full_name !== person.fullName);
  if (!returns && !changes) return;
  if (returns) summary.reactivated += 1;
  else if (account.dn === null) summary.linked += 1;
  else summary.updated += 1;
  if (isTrial) return;
  await db.write(async (tx) => {
    if (returns) await reactivateUser(tx, { realmId, actor: null, userId, now: clock.now() });
    await takeFromDirectory(tx, { realmId, userId, person, log });
  });
}

interface Rest {
  readonly realms: ReadonlyMap<number, string>;
  readonly staying: ReadonlySet<number>;
  readonly going: ReadonlySet<number>;
  readonly summary: SyncSummary;
}

async function deactivateOthers(parts: Parts, { realms, staying, going, summary }: Rest): Promise<void> {
  const { db, ldap, clock, log, signal, isTrial } = parts;
  if (realms.size === 0) return;
  const active = await db.reader
    .selectFrom("account")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.id", "account.realm_id", "directory_link.dn"])
    .where("account.realm_id", "in", [...realms.keys()])
    .where("account.bot_type", "is", null)
    .where("account.is_active", "=", true)
    .execute();
  const theirs = active.filter(({ id, dn }) => dn !== null || going.has(id));
  const leaving = theirs.filter(({ id }) => !staying.has(id));
  const most = Math.max(ALWAYS_MAY_GO, Math.floor((theirs.length * ldap.syncMostPercent) / 100));
  if (leaving.length > most) {
    throw new DirectoryNotTrusted(
      `${leaving.length} of ${theirs.length} accounts would be deactivated, and at most ${most} may be at once, so none is; if the directory is right, raise PARLANCE_LDAP_SYNC_MOST_PERCENT for one run of \`parlance ldap sync\``,
    );
  }
  for (const { id: userId, realm_id: realmId } of leaving) {
    signal?.throwIfAborted();
    try {
      if (!isTrial) {
        await db.write(async (tx) => {
          await deactivateUser(tx, { realm: { id: realmId }, actorId: null, userId, now: clock.now() });
          await noteDirectoryDecision(tx, userId, clock.now());
        });
      }
      summary.deactivated += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ userId }, `an account that the directory does not want stays: ${error.message}`);
    }
  }
}
