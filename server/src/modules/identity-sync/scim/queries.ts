import type { Reader } from "@parlance/kernel/db/types.ts";
import { hashScimToken } from "./scim-token.ts";

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Loads the tokens of an organization, newest first. */
export async function loadScimTokens(db: Reader, realmId: number) {
  const rows = await db
    .selectFrom("scim_token")
    .select(["id", "name", "creator_id", "created_at", "last_used_at"])
    .where("realm_id", "=", realmId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ created_at, last_used_at, ...rest }) => ({
    ...rest,
    created_at: unixSeconds(created_at),
    last_used_at: last_used_at && unixSeconds(last_used_at),
  }));
}

/** Finds a token of an active organization; undefined if the token is not valid for this organization. */
export const findToken = (db: Reader, realmId: number, token: string) =>
  db
    .selectFrom("scim_token")
    .innerJoin("realm", "realm.id", "scim_token.realm_id")
    .select(["scim_token.id", "scim_token.last_used_at"])
    .where("scim_token.token_hash", "=", hashScimToken(token))
    .where("realm.id", "=", realmId)
    .where("realm.deactivated_at", "is", null)
    .executeTakeFirst();
