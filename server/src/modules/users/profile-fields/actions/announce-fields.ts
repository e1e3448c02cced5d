import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { fieldsChanged } from "../events.ts";
import { presentField } from "../presentation.ts";
import { listFields } from "../queries.ts";

/** Emits an event with all of the organization's present profile fields. */
export async function announceFields(tx: Tx, realmId: number): Promise<void> {
  emit(tx, toEveryone(realmId), fieldsChanged((await listFields(tx, realmId)).map(presentField)));
}
