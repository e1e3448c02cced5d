import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { fieldsChanged } from "../events.ts";
import { recordFieldChanges } from "../fields-snapshot.ts";
import { presentField } from "../presentation.ts";
import { listFields } from "../queries.ts";

/**
 * Publishes all of the organization's present profile fields to all its users. `changed`: the ids of the fields that have
 * changed.
 */
export async function announceFields(tx: Tx, realmId: number, changed: readonly number[]): Promise<void> {
  recordFieldChanges(tx, realmId, changed);
  emit(tx, toEveryone(realmId), fieldsChanged((await listFields(tx, realmId)).map(presentField)));
}
