import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Actor } from "#kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { noteAlertWords } from "../alert-words-snapshot.ts";
import { TooManyAlertWords } from "../errors.ts";
import { alertWordsChanged } from "../events.ts";
import { alertWordsOf } from "../queries.ts";
import { MAX_WORDS, startKey, wordKey } from "../word-matching.ts";

type Owner = Pick<Actor, "id" | "realmId">;

/** Adds words to a user's own, but for those that they have already, and returns all of them. Throws TooManyAlertWords. */
export async function addAlertWords(tx: Tx, owner: Owner, words: readonly string[]): Promise<string[]> {
  await lockAccount(tx, owner.id);
  const known = new Set((await alertWordsOf(tx, owner.id)).map(wordKey));
  const added = new Map<string, string>();
  for (const word of words) {
    const key = wordKey(word);
    if (!known.has(key) && !added.has(key)) added.set(key, word);
  }
  if (known.size + added.size > MAX_WORDS) throw new TooManyAlertWords();
  if (added.size > 0) {
    await sql`
      insert into alert_word (realm_id, user_id, word, word_key, start_key)
      select ${owner.realmId}, ${owner.id}, word, key, start
      from unnest(
        ${[...added.values()]}::text[], ${[...added.keys()]}::text[], ${[...added.values()].map(startKey)}::text[]
      ) with ordinality as new(word, key, start, ordinal)
      order by ordinal`.execute(tx);
  }
  return conclude(tx, owner, added.size > 0);
}

/** Takes words from a user's own, in whatever case, and returns those that are left. */
export async function removeAlertWords(tx: Tx, owner: Owner, words: readonly string[]): Promise<string[]> {
  await lockAccount(tx, owner.id);
  const { numDeletedRows } = await tx
    .deleteFrom("alert_word")
    .where("user_id", "=", owner.id)
    .where("word_key", "=", sql<string>`any(${words.map(wordKey)}::text[])`)
    .executeTakeFirstOrThrow();
  return conclude(tx, owner, numDeletedRows > 0n);
}

async function conclude(tx: Tx, owner: Owner, isChanged: boolean): Promise<string[]> {
  const words = await alertWordsOf(tx, owner.id);
  if (!isChanged) return words;
  noteAlertWords(tx, owner.realmId, owner.id);
  emit(tx, toUser(owner), alertWordsChanged(words));
  return words;
}
