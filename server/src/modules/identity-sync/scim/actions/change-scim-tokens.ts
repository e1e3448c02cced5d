import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { NoSuchScimToken, TooManyScimTokens } from "../errors.ts";
import { generateScimToken, hashScimToken } from "../scim-token.ts";

/**
 * Maximum number of tokens per organization. An organization may have several directories, and each needs two tokens
 * while one is replaced.
 */
export const MAX_SCIM_TOKENS = 20;

/**
 * Creates a token that gives a directory access to the organization.
 * @returns its id, and the token, of which only the hash is stored
 * @throws TooManyScimTokens
 */
export async function createToken(tx: Tx, { id: actorId, realmId }: Actor, name: string, now: Date) {
  // The lock makes concurrent requests wait for each other, so that the count includes their tokens.
  await lockRealm(tx, realmId);
  const { count } = await tx
    .selectFrom("scim_token")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_SCIM_TOKENS) throw new TooManyScimTokens({ limit: MAX_SCIM_TOKENS });
  const token = generateScimToken();
  const { id } = await tx
    .insertInto("scim_token")
    .values({ realm_id: realmId, name, token_hash: hashScimToken(token), creator_id: actorId, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAct(tx, { realmId, actorId, act: "scim_token.created", targetId: id, after: { name }, now });
  return { id, token };
}

/**
 * Deletes a token, which revokes a directory's access.
 * @throws NoSuchScimToken
 */
export async function deleteToken(tx: Tx, { id: actorId, realmId }: Actor, id: number, now: Date): Promise<void> {
  const row = await tx
    .deleteFrom("scim_token")
    .where("id", "=", id)
    .where("realm_id", "=", realmId)
    .returning("name")
    .executeTakeFirst();
  if (!row) throw new NoSuchScimToken();
  await recordAct(tx, { realmId, actorId, act: "scim_token.revoked", targetId: id, before: { name: row.name }, now });
}

/** Stores the time at which a directory last used a token. */
export async function storeTokenUse(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable("scim_token").set({ last_used_at: now }).where("id", "=", id).execute();
}
