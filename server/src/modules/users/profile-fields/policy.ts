import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { FieldNotFound } from "./errors.ts";
import { listFields } from "./queries.ts";

/**
 * Locks the organization's fields until the transaction ends, and loads them in their order. Without the lock,
 * concurrent transactions could create equal labels or too many fields in the summary, and events could lack fields.
 */
export async function lockFields(tx: Tx, realmId: number): Promise<Row<"custom_profile_field">[]> {
  await lockRealm(tx, realmId);
  return listFields(tx, realmId);
}

/** Locks all fields. Returns one of them, and the other ones separately. Throws FieldNotFound. */
export async function lockField(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<{ field: Row<"custom_profile_field">; others: Row<"custom_profile_field">[] }> {
  const all = await lockFields(tx, realmId);
  const field = all.find((each) => each.id === id);
  if (!field) throw new FieldNotFound({ field_id: id });
  return { field, others: all.filter((each) => each !== field) };
}
