import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { StoredPresence } from "#modules/users/core/actions/store-presence.ts";
import { userRecordOf, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { presenceChanged, toPresenceTimestamp } from "#modules/users/core/presence/presence-events.ts";
import { OFFLINE_THRESHOLD_SECONDS, PING_INTERVAL_SECONDS } from "#modules/users/core/presence/presence-intervals.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";

/**
 * Maximum number of active human users of an organization in which new presence is announced with events. In larger
 * organizations, clients receive it in the responses to their own next pings.
 */
const MAX_USERS_FOR_ANNOUNCEMENTS = 100;
/**
 * If a user's last activity is more recent than this, clients still show the user as active, so new activity need not
 * be announced. In seconds.
 */
const IDLE_THRESHOLD_SECONDS = OFFLINE_THRESHOLD_SECONDS - PING_INTERVAL_SECONDS - 10;

/**
 * Returns the events to send immediately: in small organizations, those about users who became active or had no
 * presence before.
 */
export async function presenceAnnouncements(
  db: Reader,
  { realm, snapshot }: { readonly realm: RealmContext; readonly snapshot: OrganizationSnapshot },
  stored: readonly StoredPresence[],
): Promise<EphemeralEvent[]> {
  const newlyActive = stored.filter(becameActive);
  if (newlyActive.length === 0 || !isSmallRealm(snapshot)) return [];
  const dark = await guestsWhoCannotSee(
    db,
    realm.id,
    newlyActive.map(({ userId }) => userId),
  );
  const known = snapshot.get(users);
  return newlyActive.flatMap(({ userId, activeAt, connectedAt }) => {
    const account = known.get(userId);
    if (!account) return [];
    const idle_timestamp = toPresenceTimestamp(connectedAt);
    const presence = { active_timestamp: activeAt ? toPresenceTimestamp(activeAt) : account.joined_at, idle_timestamp };
    const person = { userId, email: apiEmail(userRecordOf(account), realm) };
    const audience = { ...toEveryone(realm.id), except: dark.get(userId) ?? [] };
    return [{ audience, payload: presenceChanged(person, presence, connectedAt) }];
  });
}

/** Returns whether a user had no presence before, or was idle and is active now. */
function becameActive({ isNew, activeAt, activeBefore, connectedAt }: StoredPresence): boolean {
  if (isNew) return true;
  const isActive = activeAt !== null && activeAt.getTime() === connectedAt.getTime();
  const goneAt = connectedAt.getTime() - IDLE_THRESHOLD_SECONDS * 1000;
  return isActive && (activeBefore === null || activeBefore.getTime() < goneAt);
}

function isSmallRealm(snapshot: OrganizationSnapshot): boolean {
  let count = 0;
  for (const { is_active, bot_type } of snapshot.get(users).all()) {
    if (is_active && bot_type === null) count += 1;
    if (count > MAX_USERS_FOR_ANNOUNCEMENTS) return false;
  }
  return true;
}
