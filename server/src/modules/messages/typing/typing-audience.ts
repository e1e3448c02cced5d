import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";

/** In larger channels and conversations somebody always writes something: nobody hears of it there. */
const MAX_TYPING_AUDIENCE = 100;

/**
 * Those of a conversation who hear that somebody writes there: who is active, and wants to. Guests hear nothing that names
 * people of whom they do not know. Null where the conversation is too large.
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
