import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** Returns the fields of every unencrypted notification: the organization and the user. */
export const createUnencryptedBasePayload = (
  realm: Pick<RealmContext, "id" | "url"> & { readonly name: string },
  userId: number,
) => ({
  server: new URL(realm.url).host,
  realm_id: realm.id,
  realm_uri: realm.url,
  realm_url: realm.url,
  realm_name: realm.name,
  user_id: userId,
});
