import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";

/** In larger channels and conversations some user is always typing, so no notifications are sent. */
const MAX_TYPING_AUDIENCE = 100;

/**
 * Returns those members of a conversation who are notified that a user is typing: those who are active and have enabled
 * it. Guests who cannot see one of the named users are excluded. Returns null if the conversation is too large.
 */
export async function loadTypingAudience(
  { db, realm, snapshot }: Pick<Read, "db" | "realm" | "snapshot">,
  members: readonly number[],
  named: readonly number[],
): Promise<readonly number[] | null> {
  if (members.length > MAX_TYPING_AUDIENCE) return null;
  const known = snapshot.get(users);
  const accounts = members.flatMap((id) => known.get(id) ?? []);
  const hearers = accounts.filter(
    (account) => account.is_active && changeableSettings(account).receives_typing_notifications,
  );
  const ids = hearers.map(({ id }) => id);
  const limitsGuests = snapshot.get(storedSettings).get("realm", realm.id, "can_access_all_users_group") !== undefined;
  if (!limitsGuests || !hearers.some(({ role }) => isGuest(role))) return ids;
  const dark = new Set([...(await guestsWhoCannotSee(db, realm.id, named)).values()].flat());
  return ids.filter((id) => !dark.has(id));
}
