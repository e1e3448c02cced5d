import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { InvalidOrder } from "../errors.ts";
import { lockFields } from "../policy.ts";
import { announceFields } from "./announce-fields.ts";

/**
 * Reorders the fields. `order` must contain the id of each field once.
 * @throws InvalidOrder
 */
export async function orderFields({ tx, actor, realm, now }: Write, order: readonly number[]): Promise<void> {
  const before = (await lockFields(tx, realm.id)).map(({ id }) => id);
  const named = new Set(order);
  const isWhole = order.length === before.length && before.every((id) => named.has(id));
  if (!isWhole) throw new InvalidOrder();
  if (isDeepStrictEqual(order, before)) return;
  await sql`
    update custom_profile_field set position = wanted.ordinal - 1
    from unnest(${order}::int[]) with ordinality as wanted(id, ordinal)
    where custom_profile_field.id = wanted.id`.execute(tx);
  await announceFields(tx, realm.id, order);
  const act = { realmId: realm.id, actorId: actor.id, act: "profile_field.reordered", targetId: null } as const;
  await recordAct(tx, { ...act, before: { order: before }, after: { order }, now });
}
