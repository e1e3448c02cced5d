import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { IncompleteOrder } from "../errors.ts";
import { lockLinkifiers } from "../policy.ts";
import { announceLinkifiers } from "./announce-linkifiers.ts";

/**
 * Changes the order of the linkifiers. The new order must contain each of them exactly once.
 * @throws IncompleteOrder
 */
export async function orderLinkifiers({ tx, actor, realm, now }: Write, order: readonly number[]): Promise<void> {
  const before = (await lockLinkifiers(tx, realm.id)).map(({ id }) => id);
  const named = new Set(order);
  const isWhole = order.length === before.length && before.every((id) => named.has(id));
  if (!isWhole) throw new IncompleteOrder();
  if (isDeepStrictEqual(order, before)) return;
  await sql`
    update linkifier set position = wanted.ordinal - 1
    from unnest(${order}::int[]) with ordinality as wanted(id, ordinal)
    where linkifier.id = wanted.id`.execute(tx);
  await announceLinkifiers(tx, realm.id, order);
  const act = { realmId: realm.id, actorId: actor.id, act: "linkifier.reordered", targetId: null } as const;
  await recordAct(tx, { ...act, before: { order: before }, after: { order }, now });
}
