import type { Tx } from "#kernel/db/types.ts";
import { beginLog } from "#kernel/events/log.ts";

interface RealmRow {
  /** Null: the server's own realm. */
  readonly subdomain: string | null;
  readonly name: string;
  readonly description: string;
  readonly now: Date;
}

/** Writes down an organization, and begins its log. Undefined where the subdomain is taken. */
export async function insertRealm(
  tx: Tx,
  { subdomain, name, description, now }: RealmRow,
): Promise<{ id: number } | undefined> {
  const realm = await tx
    .insertInto("realm")
    .values({ subdomain, host: null, name, description, created_at: now, deactivated_at: null })
    .onConflict((conflict) => conflict.column("subdomain").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (realm) await beginLog(tx, realm.id);
  return realm;
}
