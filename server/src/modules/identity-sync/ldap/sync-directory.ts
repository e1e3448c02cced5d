import { linkToDirectory, storeDirectoryDeactivation } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import { accessRefusalReason } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { readDirectory } from "#modules/sign-in/ldap/read-directory.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { reactivateUser } from "#modules/users/administration/actions/reactivate-user.ts";
import { loadDirectoryAccounts, loadLdapOrganizations, type SyncCandidate } from "./directory-accounts.ts";
import { syncAccount } from "./sync-account.ts";
import type { DirectoryAccount, SyncContext } from "./sync-context.ts";
import { isLinkStale } from "./refresh-from-directory.ts";

/** Thrown if the directory's data is implausible. The message explains to the operator what to do. */
export class DirectoryNotTrusted extends Error {
  override readonly name = "DirectoryNotTrusted";
}

interface SyncOptions extends SyncContext {
  readonly log: Logger;
  readonly signal?: AbortSignal | undefined;
  /** Whether changes are only reported, not made. */
  readonly isTrial: boolean;
  /** Called after each page, with the number of users read so far. */
  readonly onProgress?: ((people: number) => void) | undefined;
}

/**
 * Result of a synchronization or a trial run: the number of users found in the directory, and the numbers of accounts
 * that were linked, updated and so on.
 */
export interface SyncSummary {
  people: number;
  linked: number;
  updated: number;
  deactivated: number;
  reactivated: number;
  /**
   * A message for each value of the directory that could not be applied, each entry whose email address is used by the
   * account of another entry, and each account that could not be deactivated.
   */
  problems: string[];
}

/**
 * Number of accounts that a synchronization may always deactivate, even if they are a large share of the accounts in
 * the directory.
 */
const MIN_DEACTIVATION_LIMIT = 3;

/**
 * Synchronizes all accounts of users in the directory: updates them with `syncAccount`, deactivates accounts whose user
 * was deleted or disabled in the directory or may not use the organization, and reactivates accounts that an earlier
 * synchronization deactivated. Accounts of other users stay unchanged.
 * @throws DirectoryNotTrusted if no users are found in the directory, or if too many accounts would be deactivated; no
 * account is deactivated then
 * @throws if the LDAP server cannot be queried; no account is deactivated then either
 */
export async function syncDirectory(parts: SyncOptions): Promise<SyncSummary> {
  const { db, ldap, log, isTrial, onProgress, signal } = parts;
  const summary: SyncSummary = { people: 0, linked: 0, updated: 0, deactivated: 0, reactivated: 0, problems: [] };
  const realms = await loadLdapOrganizations(parts);
  const [staying, going] = [new Set<number>(), new Set<number>()];
  await readDirectory(ldap, async (people) => {
    signal?.throwIfAborted();
    const { followers, conflicts } = await loadDirectoryAccounts(db.reader, realms, people);
    summary.problems.push(...conflicts);
    for (const follower of followers) {
      const { account, realm, person } = follower;
      if (staying.has(account.id)) continue;
      if (accessRefusalReason(ldap, person, realm.subdomain) !== null) {
        going.add(account.id);
        if (account.dn === null && account.is_active) await linkAccount(parts, follower, summary);
        continue;
      }
      staying.add(account.id);
      await syncCandidate(parts, follower, summary);
    }
    summary.people += people.length;
    onProgress?.(summary.people);
    log.info({ people: summary.people, isTrial }, "reading the directory");
  });
  if (summary.people === 0) {
    throw new DirectoryNotTrusted(
      "the directory search found no users, so no accounts are deactivated; check PARLANCE_LDAP_SEARCH_BASE, PARLANCE_LDAP_SEARCH_FILTER and what PARLANCE_LDAP_BIND_DN may read",
    );
  }
  await deactivateMissing(parts, { realms, staying, going, summary });
  for (const problem of summary.problems) log.warn(`an account could not be updated from the directory: ${problem}`);
  return summary;
}

async function linkAccount(
  { db, isTrial }: SyncOptions,
  { realm, account, person }: DirectoryAccount,
  summary: SyncSummary,
): Promise<void> {
  summary.linked += 1;
  const { dn, entryId } = person;
  if (!isTrial) await db.write((tx) => linkToDirectory(tx, { realmId: realm.id, userId: account.id, dn, entryId }));
}

async function syncCandidate(
  parts: SyncOptions,
  { realm, account, person }: SyncCandidate,
  summary: SyncSummary,
): Promise<void> {
  const { db, clock, isTrial } = parts;
  const { id: userId } = account;
  const returns = !account.is_active && account.deactivated_at !== null;
  // Accounts that were deactivated by an administrator stay deactivated.
  if (!account.is_active && !returns) return;
  const isStale = isLinkStale(account, person);
  if (!isTrial && (returns || isStale)) {
    await db.write(async (tx) => {
      if (returns) await reactivateUser(tx, { realmId: realm.id, request: null, userId, now: clock.now() });
      await linkToDirectory(tx, { realmId: realm.id, userId, dn: person.dn, entryId: person.entryId });
    });
  }
  const follower = { realm, account: { ...account, entry_id: person.entryId }, person };
  const { differences, problems } = await syncAccount(parts, follower, { isTrial });
  summary.problems.push(...problems);
  if (returns) summary.reactivated += 1;
  else if (account.dn === null) summary.linked += 1;
  else if (isStale || differences.length > 0) summary.updated += 1;
}

interface SyncResult {
  readonly realms: ReadonlyMap<number, RealmContext>;
  readonly staying: ReadonlySet<number>;
  readonly going: ReadonlySet<number>;
  readonly summary: SyncSummary;
}

async function deactivateMissing(parts: SyncOptions, { realms, staying, going, summary }: SyncResult): Promise<void> {
  const { db, ldap, clock, signal, isTrial } = parts;
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
  const limit = Math.max(MIN_DEACTIVATION_LIMIT, Math.floor((theirs.length * ldap.syncMostPercent) / 100));
  if (leaving.length > limit) {
    throw new DirectoryNotTrusted(
      `${leaving.length} of ${theirs.length} accounts would be deactivated, but the limit is ${limit} per run, so none were; if the directory is correct, raise PARLANCE_LDAP_SYNC_MAX_DEACTIVATED_PERCENT for one run of \`parlance ldap sync\``,
    );
  }
  for (const { id: userId, realm_id: realmId } of leaving) {
    signal?.throwIfAborted();
    try {
      if (!isTrial) {
        await db.write(async (tx) => {
          await deactivateUser(tx, { realm: { id: realmId }, actorId: null, userId, now: clock.now() });
          await storeDirectoryDeactivation(tx, userId, clock.now());
        });
      }
      summary.deactivated += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      summary.problems.push(`account ${userId} could not be deactivated: ${error.message}`);
    }
  }
}
