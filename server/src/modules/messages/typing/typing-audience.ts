import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";

/**
 * Maximum number of users in a channel or conversation with typing notifications. In larger ones there would be
 * notifications nearly all the time.
 */
const MAX_TYPING_AUDIENCE = 100;

/**
 * Returns the members who receive an event that a user is typing: active users who have enabled such notifications.
 * `named` contains the users whom the event names; guests who cannot see one of them do not receive it. Returns null if
 * there are more than `MAX_TYPING_AUDIENCE` members.
 */
export async function loadTypingAudience(
  { db, realm, snapshot }: Pick<Read, "db" | "realm" | "snapshot">,
  members: readonly number[],
  named: readonly number[],
): Promise<readonly number[] | null> {
  if (members.length > MAX_TYPING_AUDIENCE) return null;
  const known = snapshot.get(users);
  const accounts = members.flatMap((id) => known.get(id) ?? []);
  const recipients = accounts.filter(
    (account) => account.is_active && changeableSettings(account).receives_typing_notifications,
  );
  const ids = recipients.map(({ id }) => id);
  const limitsGuests = snapshot.get(storedSettings).get("realm", realm.id, "can_access_all_users_group") !== undefined;
  if (!limitsGuests || !recipients.some(({ role }) => isGuest(role))) return ids;
  const dark = new Set([...(await guestsWhoCannotSee(db, realm.id, named)).values()].flat());
  return ids.filter((id) => !dark.has(id));
}
