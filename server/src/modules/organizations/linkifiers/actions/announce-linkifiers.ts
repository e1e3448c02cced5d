import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordLinkifierChanges } from "../linkifiers-snapshot.ts";
import { linkifiersChanged } from "../events.ts";
import { loadLinkifiers } from "../queries.ts";

/** Tells everybody of the organization's linkifiers as they are now, of which these changed. */
export async function announceLinkifiers(tx: Tx, realmId: number, changed: readonly number[]): Promise<void> {
  recordLinkifierChanges(tx, realmId, changed);
  emit(tx, toEveryone(realmId), linkifiersChanged(await loadLinkifiers(tx, realmId)));
}
