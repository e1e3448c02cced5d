import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";

export type CustomEmojiRow = Pick<Row<"custom_emoji">, "id" | "name" | "author_id" | "file_name" | "is_deactivated">;

/** Section of the organization snapshot with custom emoji, including deactivated ones. */
export const customEmoji = createRowMapSection<CustomEmojiRow>({
  name: "custom_emoji",
  tables: ["custom_emoji"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("custom_emoji")
      .select(["id", "name", "author_id", "file_name", "is_deactivated"])
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  bytesPerRow: 300,
});

/** Records that an emoji has changed, so that snapshots are updated. */
export const recordEmojiChange = (tx: Tx, realmId: number, id: number): void =>
  recordSnapshotChanges(tx, realmId, customEmoji, [id]);
