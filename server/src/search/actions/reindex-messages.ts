import type { Tx } from "#kernel/db/types.ts";
import { searchableColumns } from "../entries.ts";
import { writeEntries } from "./write-entries.ts";

/** Messages that one statement writes. */
const BATCH = 500;

/**
 * Lets search find messages by what they are now: for the transaction that changed their content, topic or place, after it
 * did. Ids of messages that do not exist are ignored; of those that are deleted, the database forgets the rest by itself.
 */
export async function reindexMessages(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const ids = messageIds.toSorted((a, b) => a - b);
  for (let done = 0; done < ids.length; done += BATCH) {
    const messages = await tx
      .selectFrom("message")
      .select(searchableColumns)
      .where("id", "in", ids.slice(done, done + BATCH))
      .orderBy("id")
      .execute();
    await writeEntries(tx, messages, "replace");
  }
}
