import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { recordAlertWordChanges } from "../alert-words-snapshot.ts";
import { TooManyAlertWords } from "../errors.ts";
import { alertWordsChanged } from "../events.ts";
import { listAlertWords } from "../queries.ts";
import { MAX_ALERT_WORDS_PER_USER, prefixKey, wordKey } from "../word-matching.ts";

type Owner = Pick<Actor, "id" | "realmId">;

/**
 * Adds words to a user's alert words, except those that are already there. Returns all of the user's alert words.
 * Throws TooManyAlertWords.
 */
export async function addAlertWords(tx: Tx, owner: Owner, words: readonly string[]): Promise<string[]> {
  await lockAccount(tx, owner.id);
  const known = new Set((await listAlertWords(tx, owner.id)).map(wordKey));
  const added = new Map<string, string>();
  for (const word of words) {
    const key = wordKey(word);
    if (!known.has(key) && !added.has(key)) added.set(key, word);
  }
  if (known.size + added.size > MAX_ALERT_WORDS_PER_USER) throw new TooManyAlertWords();
  if (added.size > 0) {
    await sql`
      insert into alert_word (realm_id, user_id, word, word_key, start_key)
      select ${owner.realmId}, ${owner.id}, word, key, start
      from unnest(
        ${[...added.values()]}::text[], ${[...added.keys()]}::text[], ${[...added.values()].map(prefixKey)}::text[]
      ) with ordinality as new(word, key, start, ordinal)
      order by ordinal`.execute(tx);
  }
  return finishChange(tx, owner, added.size > 0);
}

/** Removes words from a user's alert words, regardless of case. Returns the remaining alert words. */
export async function removeAlertWords(tx: Tx, owner: Owner, words: readonly string[]): Promise<string[]> {
  await lockAccount(tx, owner.id);
  const { numDeletedRows } = await tx
    .deleteFrom("alert_word")
    .where("user_id", "=", owner.id)
    .where("word_key", "=", sql<string>`any(${words.map(wordKey)}::text[])`)
    .executeTakeFirstOrThrow();
  return finishChange(tx, owner, numDeletedRows > 0n);
}

async function finishChange(tx: Tx, owner: Owner, isChanged: boolean): Promise<string[]> {
  const words = await listAlertWords(tx, owner.id);
  if (!isChanged) return words;
  recordAlertWordChanges(tx, owner.realmId, owner.id);
  emit(tx, toUser(owner), alertWordsChanged(words));
  return words;
}
