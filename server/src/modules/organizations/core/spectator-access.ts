import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type RealmSettings, resolveRealmSettings } from "./organization-settings.ts";

/**
 * Whether visitors without an account may read web-public channels: both the server and the organization must allow it.
 */
export const allowsSpectators = (
  { webPublicChannels }: Pick<RealmContext, "webPublicChannels">,
  { enable_spectator_access: isWanted }: Pick<RealmSettings, "enable_spectator_access">,
): boolean => webPublicChannels && isWanted;

/** The same check for an organization whose settings are not loaded, and which may be deactivated. */
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
