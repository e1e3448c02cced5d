import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { emailKey, ownerOfPlaceholder } from "#modules/1-ground/users/addresses.ts";
import { seesEmail } from "#modules/1-ground/users/presentation.ts";
import { emailVisibility } from "#modules/1-ground/users/queries.ts";
import { usersInSight } from "#modules/1-ground/users/sight.ts";
import type { MessageReader } from "./readers.ts";

/** What it takes to write to somebody. */
export interface Addressee {
  readonly id: number;
  readonly email_key: string;
  readonly delivery_email: string;
  readonly email_address_visibility: number;
  readonly is_active: boolean;
}

const MAX_ID = 2 ** 31 - 1;

/** Whether a number can be the id of an account or of a channel at all. */
export const canBeId = (id: number): boolean => Number.isSafeInteger(id) && id >= 0 && id <= MAX_ID;

/**
 * Accounts of an organization, and the server's own bots, as a client names them: by id, or by address. Of whom the viewer
 * may not know, and whose address is hidden from the viewer, is not found by it.
 */
export async function findAddressees(
  db: Reader,
  realm: RealmContext,
  viewer: MessageReader,
  references: readonly (number | string)[],
): Promise<(Addressee | undefined)[]> {
  const ownIds = references.map((one) => (typeof one === "number" ? one : ownerOfPlaceholder(one, realm)));
  const ids = ownIds.filter((id) => id !== null && canBeId(id));
  const keys = references.flatMap((one, index) =>
    typeof one === "string" && ownIds[index] === null ? emailKey(one) : [],
  );
  if (ids.length === 0 && keys.length === 0) return references.map(() => undefined);
  const rows = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.email_key", "account.delivery_email", "account.is_active"])
    .select(emailVisibility.as("email_address_visibility"))
    .where((where) => where.or([where("account.realm_id", "=", realm.id), where("realm.subdomain", "is", null)]))
    .where((where) =>
      where.or([
        where("account.id", "=", sql<number>`any(${ids}::int[])`),
        where("account.email_key", "=", sql<string>`any(${keys}::text[])`),
      ]),
    )
    .execute();
  const sight = viewer.isSpectator ? null : await usersInSight(db, viewer);
  const known = rows.filter(({ id }) => sight?.has(id) ?? true);
  const byId = new Map(known.map((row) => [row.id, row]));
  const byKey = new Map(known.filter((row) => seesEmail(viewer, row)).map((row) => [row.email_key, row]));
  return references.map((one, index) => {
    const id = ownIds[index];
    return typeof id === "number" ? byId.get(id) : byKey.get(emailKey(String(one)));
  });
}
