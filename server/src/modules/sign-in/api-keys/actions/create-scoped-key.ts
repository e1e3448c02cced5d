import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { TooManyKeys } from "#modules/sign-in/core/errors.ts";
import { noteScopedKeyChanges } from "../scoped-keys-snapshot.ts";
import { hashScopedKey, generateScopedKey } from "../scoped-key.ts";
import type { KeyScope } from "../key-scope.ts";

export const MAX_SCOPED_KEYS_PER_USER = 100;

interface NewKey extends KeyScope {
  readonly name: string;
  readonly expires_at: Date | null;
}

/**
 * Creates a scoped API key for an account.
 * @returns its id, and the key, of which only the hash is stored
 * @throws TooManyKeys
 */
export async function createScopedKey(tx: Tx, { id: userId, realmId }: Actor, key: NewKey, now: Date) {
  // The lock makes concurrent requests wait for each other, so that the count includes their keys.
  await lockAccount(tx, userId);
  const { count } = await tx
    .selectFrom("scoped_key")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_SCOPED_KEYS_PER_USER) throw new TooManyKeys({ limit: MAX_SCOPED_KEYS_PER_USER });
  const apiKey = generateScopedKey();
  const { operations, channel_ids } = key;
  const { id } = await tx
    .insertInto("scoped_key")
    .values({
      ...key,
      operations: operations && [...operations],
      channel_ids: channel_ids && [...channel_ids],
      user_id: userId,
      key_hash: hashScopedKey(apiKey),
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  noteScopedKeyChanges(tx, realmId, [id]);
  return { id, api_key: apiKey };
}
