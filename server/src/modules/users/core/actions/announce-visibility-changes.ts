import { sql } from "kysely";
import { emailVisibilities, canRoleSeeEmail } from "@parlance/contract/entities/email-visibility.ts";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser, toUsers } from "@parlance/kernel/events/audience.ts";
import { emit, emitLast } from "@parlance/kernel/events/event-log.ts";
import { loadProfiles } from "../snapshot/profiles-snapshot.ts";
import { statusChanged } from "../status/status-events.ts";
import { loadPresentedStatuses } from "../status/load-statuses.ts";
import { userBecameVisible, userChanged, userBecameHidden } from "../events.ts";
import { loadUsers } from "../queries.ts";
import { builtInUserSettings } from "../settings/user-settings.ts";
import {
  guestsWhoCanSee,
  findRealmWithLimitedGuests,
  type RealmHost,
  loadGuestVisibility,
  type GuestVisibility,
  userIdsHiddenFrom,
} from "../visibility/user-visibility.ts";

/**
 * Tracks which users guests with limited visibility can see. Only pairs in which the guest or the user is among
 * `userIds` are tracked. Must be called with the organization's log position locked, before users join or leave
 * channels or conversations. The returned function must be called afterwards: it emits events about the users who
 * became visible to such guests or hidden from them. If guests are not limited, this takes a single query.
 */
export async function trackUserVisibility(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<() => Promise<void>> {
  const realm = await findRealmWithLimitedGuests(tx, realmId);
  if (realm === null) return async () => undefined;
  const before = await loadGuestVisibility(tx, realmId, userIds);
  return async () => {
    const after = await loadGuestVisibility(tx, realmId, userIds);
    await announceVisibilityChanges(
      tx,
      { id: realmId, ...realm },
      difference(before, after),
      difference(after, before),
    );
  };
}

/** Returns, for each user, the guests who can see the user according to `some` but not according to `others`. */
function difference(some: GuestVisibility, others: GuestVisibility): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [guest, people] of some) {
    const known = others.get(guest);
    for (const person of people) if (!known?.has(person)) found.set(person, [...(found.get(person) ?? []), guest]);
  }
  return found;
}

/** Emits events to the guests for whom users became visible or hidden. */
async function announceVisibilityChanges(
  tx: Tx,
  { id: realmId, ...realm }: RealmHost & { readonly id: number },
  lost: ReadonlyMap<number, readonly number[]>,
  gained: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  for (const [id, guests] of lost) emit(tx, toUsers(realmId, guests), userBecameHidden(id, realm));
  if (gained.size === 0) return;
  const ids = [...gained.keys()];
  const profiles = await loadProfiles(tx, realmId, ids);
  const statuses = await loadPresentedStatuses(tx, ids);
  for (const user of await loadUsers(tx, ids)) {
    const audience = toUsers(realmId, gained.get(user.id) ?? []);
    emit(tx, audience, userBecameVisible(user, realm, profiles.get(user.id)));
    const status = statuses.get(user.id);
    if (status) emit(tx, audience, statusChanged(user.id, status));
  }
}

interface ActivationChange {
  readonly realmId: number;
  readonly userId: number;
  /** Whether the user is active now. */
  readonly isActive: boolean;
}

/**
 * Emits events about a user who was just activated or deactivated, to the guests with limited visibility for whom the
 * user becomes visible or hidden.
 */
export function announceActivationChange(tx: Tx, { realmId, userId, isActive }: ActivationChange): void {
  emitLast(tx, realmId, async () => {
    const realm = await findRealmWithLimitedGuests(tx, realmId);
    if (realm === null) return;
    const whileActive = (await guestsWhoCanSee(tx, { realmId, userId, isActive: true })) ?? [];
    const always = new Set(await guestsWhoCanSee(tx, { realmId, userId, isActive: false }));
    const concerned = whileActive.filter((guest) => !always.has(guest));
    if (concerned.length === 0) return;
    const change = new Map([[userId, concerned]]);
    const [lost, gained] = isActive ? [new Map(), change] : [change, new Map()];
    await announceVisibilityChanges(tx, { id: realmId, ...realm }, lost, gained);
  });
}

interface UserWithRole {
  readonly id: number;
  readonly realmId: number;
  readonly role: number;
}

/**
 * Emits events to a user whose role changed, about the users who became visible or hidden, and about addresses that
 * became visible or hidden.
 */
export function announceVisibilityAfterRoleChange(tx: Tx, before: UserWithRole, after: UserWithRole): void {
  const { id, realmId } = after;
  emitLast(tx, realmId, async () => {
    const becomesOther = isGuest(before.role) !== isGuest(after.role);
    const realm = becomesOther ? await findRealmWithLimitedGuests(tx, realmId) : null;
    await announceVisibleEmails(tx, before, after, realm ? await userIdsHiddenFrom(tx, after) : []);
    if (realm === null) return;
    const hidden = new Map((await userIdsHiddenFrom(tx, after)).map((userId) => [userId, [id]]));
    const [lost, gained] = isGuest(after.role) ? [hidden, new Map()] : [new Map(), hidden];
    await announceVisibilityChanges(tx, { id: realmId, ...realm }, lost, gained);
  });
}

/**
 * Emits events to a user whose role changed, with the real addresses that became visible, and null for those that
 * became hidden.
 */
async function announceVisibleEmails(
  tx: Tx,
  before: UserWithRole,
  after: UserWithRole,
  except: readonly number[],
): Promise<void> {
  const seen = Object.values(emailVisibilities).filter((one) => canRoleSeeEmail(after.role, one));
  const changed = Object.values(emailVisibilities).filter(
    (one) => canRoleSeeEmail(before.role, one) !== canRoleSeeEmail(after.role, one),
  );
  if (changed.length === 0) return;
  const isSeen = seen.some((one) => changed.includes(one));
  for (const { id, delivery_email } of await loadEmailsWithVisibility(tx, after.realmId, changed)) {
    if (id === after.id || except.includes(id)) continue;
    emit(tx, toUser(after), userChanged({ user_id: id, delivery_email: isSeen ? delivery_email : null }));
  }
}

const loadEmailsWithVisibility = (tx: Tx, realmId: number, visibilities: readonly number[]) =>
  tx
    .selectFrom("account")
    .select(["id", "delivery_email"])
    .where("realm_id", "=", realmId)
    .where(
      sql<boolean>`coalesce((settings ->> 'email_address_visibility')::int,
        ${builtInUserSettings.email_address_visibility}::int) = any(${visibilities}::int[])`,
    )
    .orderBy("id")
    .execute();
