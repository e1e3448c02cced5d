import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";

export type CustomEmojiRow = Pick<Row<"custom_emoji">, "id" | "name" | "author_id" | "file_name" | "is_deactivated">;

/** The organization's custom emoji in the organization snapshot, including deactivated ones. */
export class CustomEmoji {
  readonly #byId = new Map<number, CustomEmojiRow>();

  /** The emoji, ordered by id. */
  rows(): CustomEmojiRow[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  put(row: CustomEmojiRow): void {
    this.#byId.set(row.id, row);
  }

  remove(id: number): boolean {
    return this.#byId.delete(id);
  }
}

export const customEmoji: SnapshotSection<CustomEmoji, CustomEmojiRow> = {
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
  empty: () => new CustomEmoji(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 300,
};

/** Records that an emoji has changed, so that snapshots are updated. */
export const recordEmojiChange = (tx: Tx, realmId: number, id: number): void =>
  recordSnapshotChanges(tx, realmId, customEmoji, [id]);
