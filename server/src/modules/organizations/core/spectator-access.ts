import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type RealmSettings, resolveRealmSettings } from "./organization-settings.ts";

/** Whether people without an account may look around: the server and the organization both have to allow it. */
export const allowsSpectators = (
  { webPublicChannels }: Pick<RealmContext, "webPublicChannels">,
  { enable_spectator_access: isWanted }: Pick<RealmSettings, "enable_spectator_access">,
): boolean => webPublicChannels && isWanted;

/** The same of an organization whose settings are not at hand, and which may be deactivated. */
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
