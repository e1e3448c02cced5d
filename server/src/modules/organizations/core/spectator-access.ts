import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type RealmSettings, resolveRealmSettings } from "./organization-settings.ts";

/**
 * Returns true if visitors without an account may read web-public channels. Both the server and the organization must
 * allow this.
 */
export const allowsSpectators = (
  { webPublicChannels }: Pick<RealmContext, "webPublicChannels">,
  { enable_spectator_access: isWanted }: Pick<RealmSettings, "enable_spectator_access">,
): boolean => webPublicChannels && isWanted;

/**
 * Returns true if visitors without an account may read web-public channels. Loads the organization's settings, and
 * returns false if the organization is deactivated.
 */
export async function isOpenToSpectators(
  db: Reader,
  realm: Pick<RealmContext, "id" | "webPublicChannels">,
): Promise<boolean> {
  const row = await db
    .selectFrom("realm")
    .select(["settings", "deactivated_at"])
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  return row.deactivated_at === null && allowsSpectators(realm, resolveRealmSettings(row.settings));
}
