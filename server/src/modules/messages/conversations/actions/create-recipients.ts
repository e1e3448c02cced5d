import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Creates `count` recipients for new channels, and returns their ids. */
export async function createChannelRecipients(tx: Tx, realmId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into recipient (realm_id) select ${realmId} from generate_series(1, ${count}) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Creates the recipients of direct message conversations. `people` contains the user ids of each conversation, by the
 * conversation's key. Returns the recipient ids by the same keys.
 */
export async function createDirectRecipients(
  tx: Tx,
  realmId: number,
  people: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, number>> {
  const created = await tx
    .insertInto("recipient")
    .values([...people.keys()].map((key) => ({ realm_id: realmId, direct_key: key })))
    .returning(["id", "direct_key"])
    .execute();
  const members = created.flatMap(({ id, direct_key: key }) =>
    (people.get(key ?? "") ?? []).map((userId) => ({ id, userId })),
  );
  await sql`
    insert into direct_member (recipient_id, user_id)
    select * from unnest(${members.map(({ id }) => id)}::int[], ${members.map(({ userId }) => userId)}::int[])`.execute(
    tx,
  );
  return new Map(created.map(({ id, direct_key: key }) => [key ?? "", id]));
}
