import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { KeyDoesNotExist } from "../errors.ts";
import { hashKey } from "../queries.ts";

/**
 * Deletes the bot's entries with these keys, or all of its entries. Throws KeyDoesNotExist and deletes nothing if one
 * of the keys does not exist.
 */
export async function deleteEntries({ tx, actor }: Write, keys: readonly string[] | undefined): Promise<void> {
  await lockAccount(tx, actor.id);
  const { numDeletedRows } = await tx
    .deleteFrom("bot_storage")
    .where("user_id", "=", actor.id)
    .$if(keys !== undefined, (query) =>
      query.where("key_hash", "=", sql<Buffer>`any(${(keys ?? []).map(hashKey)}::bytea[])`),
    )
    .executeTakeFirstOrThrow();
  if (keys && numDeletedRows < new Set(keys).size) throw new KeyDoesNotExist();
}
