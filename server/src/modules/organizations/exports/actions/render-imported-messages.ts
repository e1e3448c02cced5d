import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { renderDescriptions, renderTexts, type ImportedRealm } from "../importing/render-imported-texts.ts";

/** Maximum number of messages in memory at a time. */
const MESSAGE_BATCH_SIZE = 200;

/**
 * Renders texts that may refer to rows that were inserted after them: messages with uploaded files, and descriptions of
 * channels and channel folders.
 */
export async function renderImportedMessages(tx: Tx, place: ImportedRealm): Promise<void> {
  await describe(tx, place, "channel");
  await describe(tx, place, "channel_folder");
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; sender_id: number; content: string }>`
      select id, sender_id, content from message
      where realm_id = ${place.realmId} and id > ${after} and exists (
        select from attachment_message where attachment_message.message_id = message.id
      ) order by id limit ${MESSAGE_BATCH_SIZE}`.execute(tx);
    for (const [senderId, own] of Map.groupBy(rows, (row) => row.sender_id)) {
      const html = await renderTexts(
        tx,
        place,
        senderId,
        own.map(({ content }) => content),
      );
      await sql`
        update ${sql.table("message")} set rendered_content = html
        from unnest(${own.map(({ id }) => id)}::bigint[], ${html}::text[]) as new (id, html)
        where message.id = new.id and message.rendered_content <> html`.execute(tx);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < MESSAGE_BATCH_SIZE) return;
  }
}

async function describe(tx: Tx, place: ImportedRealm, table: "channel" | "channel_folder"): Promise<void> {
  const rows = await tx
    .selectFrom(table)
    .select(["id", "description", "creator_id"])
    .where("realm_id", "=", place.realmId)
    .where("description", "<>", "")
    .execute();
  for (const [writerId, own] of Map.groupBy(rows, ({ creator_id: creatorId }) => creatorId)) {
    const html = await renderDescriptions(
      tx,
      place,
      writerId,
      own.map(({ description }) => description),
    );
    await sql`
      update ${sql.table(table)} as described set rendered_description = html
      from unnest(${own.map(({ id }) => id)}::int[], ${html}::text[]) as new (id, html)
      where described.id = new.id`.execute(tx);
  }
}
