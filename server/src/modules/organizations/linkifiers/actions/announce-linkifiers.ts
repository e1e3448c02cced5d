import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordLinkifierChanges } from "../linkifiers-snapshot.ts";
import { linkifiersChanged } from "../events.ts";
import { loadLinkifiers } from "../queries.ts";

/** Publishes the organization's current linkifiers to all its users. `changed` lists the ids of those that changed. */
export async function announceLinkifiers(tx: Tx, realmId: number, changed: readonly number[]): Promise<void> {
  recordLinkifierChanges(tx, realmId, changed);
  emit(tx, toEveryone(realmId), linkifiersChanged(await loadLinkifiers(tx, realmId)));
}
