import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Loads the organization's linkifiers, in their order. */
export const loadLinkifiers = (db: Reader, realmId: number): Promise<Linkifier[]> =>
  db
    .selectFrom("linkifier")
    .select(["id", "pattern", "url_template"])
    .where("realm_id", "=", realmId)
    .orderBy("position")
    .orderBy("id")
    .execute();
