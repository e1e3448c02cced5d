import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { realmSettings } from "./queries.ts";
import type { RealmSettings } from "./settings.ts";

/** Whether people without an account may look around: the server and the organization both have to allow it. */
export const letsSpectatorsIn = (
  { webPublicChannels }: Pick<RealmContext, "webPublicChannels">,
  { enable_spectator_access: isWanted }: Pick<RealmSettings, "enable_spectator_access">,
): boolean => webPublicChannels && isWanted;

/** The same of an organization whose settings are not at hand. */
export const isOpenToSpectators = async (
  db: Reader,
  realm: Pick<RealmContext, "id" | "webPublicChannels">,
): Promise<boolean> => letsSpectatorsIn(realm, await realmSettings(db, realm.id));
