import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { FieldNotFound } from "./errors.ts";
import { listFields } from "./queries.ts";

/**
 * Loads the organization's fields, in their order, and locks them so that no other transaction changes any until this
 * one ends. Otherwise labels might not be unique, the summary might be too full, and events might lack fields.
 */
export async function lockFields(tx: Tx, realmId: number): Promise<Row<"custom_profile_field">[]> {
  await lockRealm(tx, realmId);
  return listFields(tx, realmId);
}

/** Locks all fields and returns one of them and the others separately. Throws FieldNotFound. */
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
