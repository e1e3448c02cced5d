import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { InvalidFolderOrder } from "../errors.ts";
import { foldersReordered } from "../events.ts";
import { recordFolderChanges } from "../folders-snapshot.ts";
import { lockFolders } from "../policy.ts";

/**
 * Changes the order of the organization's folders. `order` must contain the id of each folder once, including archived
 * folders.
 * @throws InvalidFolderOrder
 */
export async function orderFolders({ tx, actor, realm, now }: Write, order: readonly number[]): Promise<void> {
  const before = (await lockFolders(tx, realm.id)).map(({ id }) => id);
  const named = new Set(order);
  const isWhole = order.length === before.length && before.every((id) => named.has(id));
  if (!isWhole) throw new InvalidFolderOrder();
  if (isDeepStrictEqual(order, before)) return;
  await sql`
    update channel_folder set position = wanted.ordinal - 1
    from unnest(${order}::int[]) with ordinality as wanted(id, ordinal)
    where channel_folder.id = wanted.id`.execute(tx);
  recordFolderChanges(tx, realm.id, order);
  emit(tx, toEveryone(realm.id), foldersReordered(order));
  const act = { realmId: realm.id, actorId: actor.id, act: "channel_folder.reordered", targetId: null } as const;
  await recordAct(tx, { ...act, before: { order: before }, after: { order }, now });
}
