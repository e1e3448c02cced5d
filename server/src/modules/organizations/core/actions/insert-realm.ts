import type { Tx } from "@parlance/kernel/db/types.ts";
import { createLog } from "@parlance/kernel/events/event-log.ts";
import type { RealmSettings } from "../organization-settings.ts";

interface NewRealmRow {
  /** Subdomain of the organization; null for the realm that contains the system bots. */
  readonly subdomain: string | null;
  readonly name: string;
  readonly description: string;
  /** Settings that differ from the defaults. */
  readonly settings?: Partial<RealmSettings>;
  readonly now: Date;
}

/** Inserts an organization and its log position. Returns undefined if the subdomain is already in use. */
export async function insertRealm(
  tx: Tx,
  { subdomain, name, description, settings = {}, now }: NewRealmRow,
): Promise<{ id: number } | undefined> {
  const realm = await tx
    .insertInto("realm")
    .values({
      subdomain,
      host: null,
      name,
      description,
      settings: JSON.stringify(settings),
      created_at: now,
      deactivated_at: null,
    })
    .onConflict((conflict) => conflict.column("subdomain").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (realm) await createLog(tx, realm.id);
  return realm;
}
