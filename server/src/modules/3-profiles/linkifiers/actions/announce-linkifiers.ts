import type { Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import { linkifiersChanged } from "../events.ts";
import { linkifiersOf } from "../queries.ts";

/** Announces the organization's linkifiers as they are now. */
export async function announceLinkifiers(tx: Tx, realmId: number): Promise<void> {
  emit(tx, toEveryone(realmId), linkifiersChanged(await linkifiersOf(tx, realmId)));
}
