import { roles } from "@parlance/contract/entities/roles.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { listExports } from "./queries.ts";

/**
 * Publishes the list of an organization's exports to its administrators, except bots. Must be called when an export was
 * added or its status has changed.
 */
export async function announceExports(tx: Tx, realm: Pick<RealmContext, "id" | "url">): Promise<void> {
  const event: EventBody = { type: "realm_export", exports: await listExports(tx, realm) };
  emit(tx, { realmId: realm.id, roleAtLeast: roles.administrator, humans: true }, event);
}
