import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import type { EphemeralEvent } from "#kernel/events/ephemeral-event.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { StoredPresence } from "#modules/users/core/actions/store-presence.ts";
import { factsOfKnown, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { presenceChanged, presenceSeconds } from "#modules/users/core/presence/presence-events.ts";
import { OFFLINE_THRESHOLD_SECONDS, PING_INTERVAL_SECONDS } from "#modules/users/core/presence/presence-intervals.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { guestsInTheDark } from "#modules/users/core/visibility/user-visibility.ts";

/** In larger organizations clients learn who came when they ping themselves. */
const MOST_PEOPLE = 100;
/** Who was active more recently is shown as active still. */
const GONE_SECONDS = OFFLINE_THRESHOLD_SECONDS - PING_INTERVAL_SECONDS - 10;

/** What to tell at once: of people who were not there before, in small organizations. */
export async function arrivals(
  db: Reader,
  { realm, directory }: { readonly realm: RealmContext; readonly directory: Directory },
  stored: readonly StoredPresence[],
): Promise<EphemeralEvent[]> {
  const arrived = stored.filter(hasArrived);
  if (arrived.length === 0 || !isSmall(directory)) return [];
  const dark = await guestsInTheDark(
    db,
    realm.id,
    arrived.map(({ userId }) => userId),
  );
  const known = directory.of(people);
  return arrived.flatMap(({ userId, activeAt, connectedAt }) => {
    const account = known.get(userId);
    if (!account) return [];
    const idle_timestamp = presenceSeconds(connectedAt);
    const presence = { active_timestamp: activeAt ? presenceSeconds(activeAt) : account.joined_at, idle_timestamp };
    const person = { userId, email: apiEmail(factsOfKnown(account), realm) };
    const audience = { ...toEveryone(realm.id), except: dark.get(userId) ?? [] };
    return [{ audience, payload: presenceChanged(person, presence, connectedAt) }];
  });
}

/** People who were not there before, or were but idle for a while and are active now. */
function hasArrived({ isNew, activeAt, activeBefore, connectedAt }: StoredPresence): boolean {
  if (isNew) return true;
  const isActive = activeAt !== null && activeAt.getTime() === connectedAt.getTime();
  const goneAt = connectedAt.getTime() - GONE_SECONDS * 1000;
  return isActive && (activeBefore === null || activeBefore.getTime() < goneAt);
}

function isSmall(directory: Directory): boolean {
  let count = 0;
  for (const { is_active, bot_type } of directory.of(people).all()) {
    if (is_active && bot_type === null) count += 1;
    if (count > MOST_PEOPLE) return false;
  }
  return true;
}
