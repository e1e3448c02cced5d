import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { prefixKey, wordKey } from "./word-matching.ts";

interface WordsRow {
  readonly user_id: number;
  /** The user's alert words, in the order in which they were added. */
  readonly words: readonly string[];
}

/** An alert word, as the key for comparisons, with its user. */
interface AlertWordEntry {
  readonly userId: number;
  readonly key: string;
}

/** The alert words of all users of an organization. */
export class AlertWords {
  readonly #byUser = new Map<number, readonly string[]>();
  readonly #byStart = new Map<string, AlertWordEntry[]>();

  get isEmpty(): boolean {
    return this.#byUser.size === 0;
  }

  /** Returns the alert words for which `prefixKey` returns `start`. */
  startingWith(start: string): readonly AlertWordEntry[] {
    return this.#byStart.get(start) ?? [];
  }

  /** Returns a user's alert words in the order in which they were added. */
  of(userId: number): readonly string[] {
    return this.#byUser.get(userId) ?? [];
  }

  rows(): WordsRow[] {
    return [...this.#byUser].map(([user_id, words]) => ({ user_id, words })).sort((a, b) => a.user_id - b.user_id);
  }

  put({ user_id: userId, words }: WordsRow): void {
    this.#byUser.set(userId, words);
    for (const word of words) {
      const start = prefixKey(word);
      const entries = this.#byStart.get(start);
      const entry = { userId, key: wordKey(word) };
      if (entries) entries.push(entry);
      else this.#byStart.set(start, [entry]);
    }
  }

  remove(userId: number): boolean {
    for (const start of new Set(this.#byUser.get(userId)?.map(prefixKey))) {
      const others = this.startingWith(start).filter((entry) => entry.userId !== userId);
      if (others.length > 0) this.#byStart.set(start, others);
      else this.#byStart.delete(start);
    }
    return this.#byUser.delete(userId);
  }
}

/** Section of the organization snapshot. A row contains all alert words of one user. */
export const alertWords: SnapshotSection<AlertWords, WordsRow> = {
  name: "alert_words",
  tables: ["alert_word"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("alert_word")
      .select(["user_id", sql<string[]>`array_agg(word order by id)`.as("words")])
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("user_id", "=", sql<number>`any(${keys}::int[])`))
      .groupBy("user_id")
      .execute(),
  keyOf: ({ user_id }) => user_id,
  empty: () => new AlertWords(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 1000,
};

/** Records that a user's alert words change, so that organization snapshots are updated. */
export const recordAlertWordChanges = (tx: Tx, realmId: number, userId: number): void =>
  recordSnapshotChanges(tx, realmId, alertWords, [userId]);
